//! The stored state, read once more by another reader of JSON than the ledger's, and what each stored
//! call has become when it is written again after a reload.

use countersign::json::JsonText;
use countersign::ledger::{
    ApprovalSource, CancelReason, Check, Delivery, FailureCode, IfStale, InvalidCode, Millis, Outcome, Policy, Review,
    Revision, SessionId, ToolCallId, ToolName, TurnId,
};
use serde_json::{Value, json};

use super::{Call, Shown, Stage, Yes};

/// A stored state.
pub struct Kept {
    pub(super) calls: Vec<Call>,
    pub(super) stopped: Vec<Stopped>,
}

/// What is born cancelled: a turn, a session until its next turn, or one for ever.
pub(super) struct Stopped {
    pub(super) session: SessionId,
    pub(super) turn: Option<TurnId>,
    pub(super) ended: bool,
}

/// Reads a whole state. The error names the call that is wrong, where it is one.
pub fn read(state: &JsonText) -> Result<Kept, Option<usize>> {
    let state: Value = serde_json::from_str(state.as_str()).map_err(|_| None)?;
    if state["version"].as_u64() != Some(1) {
        return Err(None);
    }
    let mut calls: Vec<Call> = Vec::new();
    for (place, kept) in state["calls"].as_array().ok_or(None)?.iter().enumerate() {
        let call = call(kept).filter(|call| calls.iter().all(|earlier| earlier.id != call.id));
        calls.push(call.ok_or(Some(place))?);
    }
    let stopped = state["stopped"].as_array().ok_or(None)?.iter().map(stop);
    Ok(Kept { calls, stopped: stopped.collect::<Option<_>>().ok_or(None)? })
}

fn stop(kept: &Value) -> Option<Stopped> {
    let session = kept["sessionId"].as_str()?.into();
    let (turn, ended) = match (maybe(kept, "turnId")?, maybe(kept, "until")?) {
        (None, None) => (None, true),
        (None, Some("next_turn")) => (None, false),
        (Some(turn), None) => (Some(turn.into()), false),
        _ => return None,
    };
    Some(Stopped { session, turn, ended })
}

/// A count from 1 on. It goes up by one at a time: what could come to its end was not counted.
fn count(value: &Value) -> Option<u32> {
    value.as_u64().and_then(|count| u32::try_from(count).ok()).filter(|count| (1..1 << 31).contains(count))
}

fn text(value: &Value) -> Option<JsonText> {
    JsonText::new(value.as_str()?).ok()
}

fn instant(value: &Value) -> Option<u64> {
    value.as_u64().map(|instant| instant.min(Millis::MAX.to_f64() as u64))
}

/// A text that may be absent, but may not be anything else.
fn maybe<'a>(of: &'a Value, key: &str) -> Option<Option<&'a str>> {
    of.get(key).map_or(Some(None), |value| value.as_str().map(Some))
}

fn maybe_owned(of: &Value, key: &str) -> Option<Option<String>> {
    Some(maybe(of, key)?.map(ToOwned::to_owned))
}

fn maybe_instant(of: &Value, key: &str) -> Option<Option<u64>> {
    of.get(key).map_or(Some(None), |value| instant(value).map(Some))
}

/// A name that may be absent, but must be known where it is not.
fn named<T>(of: &Value, key: &str, from_code: impl Fn(&str) -> Option<T>) -> Option<Option<T>> {
    match maybe(of, key)? {
        Some(code) => from_code(code).map(Some),
        None => Some(None),
    }
}

fn call(kept: &Value) -> Option<Call> {
    let shown = match kept.get("content") {
        Some(content) => Some(Shown {
            attempt: count(&content["attempt"])?,
            first: text(&content["original"])?,
            effective: text(&content["effective"])?,
        }),
        None => None,
    };
    // What was denied never waited.
    let policy = named(kept, "policy", |code| Policy::from_code(code).filter(|policy| *policy != Policy::Deny))?;
    let mut call = Call {
        id: ToolCallId::from(kept["toolCallId"].as_str()?),
        generation: count(&kept["generation"])?,
        tool: ToolName::from(kept["toolName"].as_str()?),
        review: Review::from_code(kept["review"].as_str()?)?,
        proposed: text(&kept["proposed"])?,
        owner: maybe(kept, "ownerKey")?.map(Into::into),
        expected: maybe(kept, "expectedRevision")?.map(Into::into),
        session: maybe(kept, "sessionId")?.map(Into::into),
        turn: maybe(kept, "turnId")?.map(Into::into),
        presented: kept["presented"].as_bool()?,
        // An attempt shows one input: those that come are later than the one that is shown.
        attempt: count(&kept["attempt"])?.max(shown.as_ref().map_or(1, |shown| shown.attempt)),
        shown,
        due: None,
        expires: None,
        settled_at: 0,
        settled_in: None,
        taken_as: None,
        policy,
        forgotten: false,
        stage: Stage::Checking,
    };
    match kept["status"].as_str()? {
        "proposed" => {
            call.expires = maybe_instant(kept, "expiresAt")?;
            return Some(call).filter(|call| call.shown.is_none());
        }
        "pending" => {
            call.expires = maybe_instant(kept, "expiresAt")?;
            call.stage = match kept.get("draft") {
                Some(draft) => Stage::Drafted {
                    input: text(&draft["input"])?,
                    check: Check::from_code(draft["check"].as_str()?)?,
                    wrong: match named(draft, "code", InvalidCode::from_code)? {
                        Some(code) => Some((code, maybe_owned(draft, "errorText")?)),
                        None => None,
                    },
                },
                None => Stage::Waiting,
            };
        }
        "applying" => {
            let yes = match ApprovalSource::from_code(kept["approvalSource"].as_str()?)? {
                ApprovalSource::User => Yes::Person,
                ApprovalSource::Auto => Yes::Rule,
            };
            call.stage = match kept["step"].as_str()? {
                "reading" => {
                    let if_stale = named(kept, "ifStale", IfStale::from_code)?.unwrap_or(IfStale::Settle);
                    Stage::Reading { yes, if_stale, left: maybe_instant(kept, "left")? }
                }
                "writing" => Stage::Writing { yes, stopped: named(kept, "aborted", CancelReason::from_code)? },
                _ => return None,
            };
        }
        "settled" => {
            call.settled_at = instant(&kept["settledAt"])?;
            let delivery = Delivery::from_code(kept["delivery"].as_str()?)?;
            call.stage = Stage::Done(outcome(&kept["outcome"])?, delivery);
            return Some(call);
        }
        _ => return None,
    }
    Some(call).filter(|call| call.shown.is_some())
}

fn outcome(kept: &Value) -> Option<Outcome> {
    let error_text = maybe_owned(kept, "errorText")?;
    let json = |key| kept.get(key).map_or(Some(None), |value| text(value).map(Some));
    Some(match kept["status"].as_str()? {
        "accepted" => Outcome::Accepted {
            approval_source: ApprovalSource::from_code(kept["approvalSource"].as_str()?)?,
            difference: json("difference")?,
            grant_id: match kept.get("grantId") {
                Some(id) => Some(u32::try_from(id.as_u64()?).ok()?.into()),
                None => None,
            },
            output: json("output")?,
        },
        "rejected" => Outcome::Rejected { comment: maybe_owned(kept, "comment")? },
        "stale" => Outcome::Stale {
            expected_revision: maybe(kept, "expectedRevision")?.map(Revision::from),
            live_revision: kept["liveRevision"].as_str()?.into(),
        },
        "failed" => Outcome::Failed { code: FailureCode::from_code(kept["code"].as_str()?)?, error_text },
        "cancelled" => Outcome::Cancelled { reason: CancelReason::from_code(kept["reason"].as_str()?)? },
        "expired" => Outcome::Expired,
        "invalid" => Outcome::Invalid { code: InvalidCode::from_code(kept["code"].as_str()?)?, error_text },
        _ => return None,
    })
}

/// What a state is that was written, read into a new ledger at the same host's instant, and written
/// again. It differs for calls that something was running for, or whose time was up:
///
/// - a call that was being checked is checked from the start, and a person must see it;
/// - an edit or a rebase that was being checked is kept, and does not count;
/// - a call whose revision was being read waits again, for as long as the person had left, and is to be
///   put before them again;
/// - a call that was being written has failed, for it may have been;
/// - a call whose deadline has come has expired;
/// - an answer that was being sent can be sent again.
pub fn after_a_reload(mut state: Value, now: u64) -> Value {
    for call in state["calls"].as_array_mut().unwrap() {
        let settled = |outcome: Value, call: &mut Value| {
            let call = call.as_object_mut().unwrap();
            call.shift_remove("draft");
            call.shift_remove("expiresAt");
            call.insert("settledAt".to_owned(), json!(now));
            call.insert("status".to_owned(), json!("settled"));
            call.insert("delivery".to_owned(), json!("sending"));
            call.insert("outcome".to_owned(), outcome);
        };
        match call["status"].as_str().unwrap() {
            "proposed" => {
                if call["review"] == "required" {
                    call["review"] = json!("always");
                }
                call["attempt"] = json!(1);
            }
            "pending" => {
                if let Some(draft) = call.get_mut("draft").filter(|draft| draft.get("code").is_none()) {
                    draft["code"] = json!("interrupted");
                }
            }
            "applying" => {
                let running = call.as_object_mut().unwrap();
                running.shift_remove("approvalSource");
                running.shift_remove("ifStale");
                running.shift_remove("aborted");
                let left = running.shift_remove("left");
                if running.shift_remove("step") == Some(json!("writing")) {
                    settled(json!({ "status": "failed", "code": "interrupted" }), call);
                } else {
                    call["status"] = json!("pending");
                    call["presented"] = json!(false);
                    if let Some(left) = left.and_then(|left| left.as_u64()) {
                        call["expiresAt"] = json!(now + left);
                    }
                }
            }
            "settled" if call["delivery"] == "sending" => call["delivery"] = json!("undelivered"),
            _ => {}
        }
        if call.get("expiresAt").and_then(Value::as_u64).is_some_and(|expires| expires <= now) {
            settled(json!({ "status": "expired" }), call);
        }
    }
    state
}
