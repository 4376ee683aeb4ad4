//! Commands from JSON text. The shape is the one that serde gives [`Command`]; it is read by hand
//! because a derived reader, with an error text for every way to be wrong, is five times as large.

use super::{
    AbortTurn, Accept, AcceptAll, AcquireOwner, Application, Applied, AskedGrant, Attempt, Cancel, CancelledBy,
    Command, Decision, Edit, EditPermission, FailureCode, Generation, GrantId, GrantScope, Handler, IfStale,
    InvalidCode, Lease, LiveRevision, Millis, Policy, Propose, Rebase, Redeliver, Refuse, Reject, RejectAll,
    ReleaseOwner, Restore, Review, ReviewOrder, RevisionRead, RevokeGrant, Sending, Sent, Session, SetEditPermission,
    Settings, ToolCallId, Validated, Validation,
};
use crate::json::{Fields, JsonText, Value, parse};

/// Reads the settings of a ledger. Numbers and spans that are absent are those of [`Settings::default`].
#[must_use]
pub fn read_settings(text: &str) -> Option<Settings> {
    let value = parse(text).ok()?;
    let fields = Fields(&value);
    let most = |key| fields.number::<usize>(key);
    let default = Settings::default();
    Some(Settings {
        edit_permission: EditPermission::from_code(&fields.string("editPermission")?)?,
        review_order: ReviewOrder::from_code(&fields.string("reviewOrder")?)?,
        handler_timeout: millis(&fields, "handlerTimeout"),
        deadline: millis(&fields, "deadline"),
        max_open: most("maxOpen").unwrap_or(default.max_open),
        max_settled: most("maxSettled").unwrap_or(default.max_settled),
        settled_for: millis(&fields, "settledFor"),
    })
}

/// Reads a command. `json` is the one JSON text that some commands carry (the input, the effective
/// input, the output): it stands beside the command so that it need not be escaped inside it.
#[must_use]
pub fn read_command(command: &str, json: Option<JsonText>) -> Option<Command> {
    let command = parse(command).ok()?;
    if let Some(name) = command.as_text() {
        return match name.as_str() {
            "wake" => Some(Command::Wake),
            "close" => Some(Command::Close),
            _ => None,
        };
    }
    let Value::Object(members) = &command else {
        return None;
    };
    let (name, fields) = members.first()?;
    let fields = Fields(fields);
    Some(match &**name {
        "\"propose\"" => Command::Propose(Propose {
            tool_call_id: id(&fields)?,
            tool_name: fields.text("toolName")?,
            input: json?,
            review: Review::from_code(&fields.string("review")?)?,
            session_id: fields.optional("sessionId", Fields::text)?,
            turn_id: fields.optional("turnId", Fields::text)?,
            deadline: fields.optional("deadline", Fields::number)?.map(Millis::from_whole),
            taken_back: match fields.optional("takenBack", Fields::string)? {
                Some(by) => Some(CancelledBy::from_code(&by)?),
                None => None,
            },
            owner_key: fields.optional("ownerKey", Fields::text)?,
            expected_revision: fields.optional("expectedRevision", Fields::text)?,
        }),
        "\"refuse\"" => Command::Refuse(Refuse {
            tool_call_id: id(&fields)?,
            tool_name: fields.text("toolName")?,
            input: json?,
            code: InvalidCode::from_code(&fields.string("code")?)?,
            error_text: fields.optional("errorText", Fields::string)?,
        }),
        "\"validated\"" => Command::Validated(Validated {
            tool_call_id: id(&fields)?,
            generation: generation(&fields)?,
            attempt: Attempt::from(fields.number::<u32>("attempt")?),
            result: validation(&fields.member("result")?, json)?,
        }),
        "\"present\"" => Command::Present(decision(&fields)?),
        "\"edit\"" => {
            let Decision { tool_call_id, generation } = decision(&fields)?;
            Command::Edit(Edit { tool_call_id, generation, input: json? })
        }
        "\"rebase\"" => {
            let Decision { tool_call_id, generation } = decision(&fields)?;
            Command::Rebase(Rebase { tool_call_id, generation, input: json })
        }
        "\"accept\"" => Command::Accept(accept(&fields)?),
        "\"revisionRead\"" => Command::RevisionRead(RevisionRead {
            tool_call_id: id(&fields)?,
            generation: generation(&fields)?,
            result: live_revision(&fields.member("result")?)?,
        }),
        "\"applied\"" => Command::Applied(Applied {
            tool_call_id: id(&fields)?,
            generation: generation(&fields)?,
            result: application(&fields.member("result")?, json)?,
        }),
        "\"reject\"" => {
            let Decision { tool_call_id, generation } = decision(&fields)?;
            Command::Reject(Reject { tool_call_id, generation, comment: fields.optional("comment", Fields::string)? })
        }
        "\"acceptAll\"" => Command::AcceptAll(AcceptAll { calls: fields.each("calls", |call| accept(&call))? }),
        "\"rejectAll\"" => {
            let calls = fields.each("calls", |call| decision(&call))?;
            Command::RejectAll(RejectAll { calls, comment: fields.optional("comment", Fields::string)? })
        }
        "\"cancel\"" => {
            let Decision { tool_call_id, generation } = decision(&fields)?;
            let by = match fields.optional("by", Fields::string)? {
                Some(by) => CancelledBy::from_code(&by)?,
                None => CancelledBy::default(),
            };
            Command::Cancel(Cancel { tool_call_id, generation, by })
        }
        "\"abortTurn\"" => Command::AbortTurn(AbortTurn {
            session_id: fields.text("sessionId")?,
            turn_id: fields.optional("turnId", Fields::text)?,
        }),
        "\"beginTurn\"" => Command::BeginTurn(Session { session_id: fields.text("sessionId")? }),
        "\"endSession\"" => Command::EndSession(Session { session_id: fields.text("sessionId")? }),
        "\"acquireOwner\"" => Command::AcquireOwner(AcquireOwner { owner_key: fields.text("ownerKey")? }),
        "\"releaseOwner\"" => {
            let lease = Lease::from(fields.number::<u32>("lease")?);
            Command::ReleaseOwner(ReleaseOwner { owner_key: fields.text("ownerKey")?, lease })
        }
        "\"setEditPermission\"" => Command::SetEditPermission(SetEditPermission {
            edit_permission: EditPermission::from_code(&fields.string("editPermission")?)?,
            apply_to: match fields.get("applyTo") {
                Some(_) => fields.each("applyTo", |call| accept(&call))?,
                None => Vec::new(),
            },
        }),
        "\"grant\"" => Command::Grant(AskedGrant {
            tool_name: fields.text("toolName")?,
            scope: match fields.member("scope")?.member("matching") {
                Some(matching) => GrantScope::Matching { label: matching.string("label")? },
                None => GrantScope::Exact { input: json? },
            },
            session_id: fields.optional("sessionId", Fields::text)?,
            lifetime: fields.optional("lifetime", Fields::number)?.map(Millis::from_whole),
        }),
        "\"revokeGrant\"" => {
            Command::RevokeGrant(RevokeGrant { grant_id: GrantId::from(fields.number::<u32>("grantId")?) })
        }
        "\"restore\"" => Command::Restore(Restore { state: json? }),
        "\"sent\"" => Command::Sent(Sent {
            tool_call_id: id(&fields)?,
            generation: generation(&fields)?,
            result: Sending::from_code(&fields.string("result")?)?,
        }),
        "\"redeliver\"" => Command::Redeliver(Redeliver { tool_call_id: fields.optional("toolCallId", Fields::text)? }),
        _ => return None,
    })
}

fn validation(result: &Fields<'_>, json: Option<JsonText>) -> Option<Validation> {
    if let Some(valid) = result.member("valid") {
        return Some(Validation::Valid {
            effective: json?,
            owner_key: valid.optional("ownerKey", Fields::text)?,
            expected_revision: valid.optional("expectedRevision", Fields::text)?,
            live_revision: valid.optional("liveRevision", Fields::text)?,
            handler: Handler::from_code(&valid.string("handler")?)?,
            policy: match valid.optional("policy", Fields::string)? {
                Some(policy) => Some(Policy::from_code(&policy)?),
                None => None,
            },
            matched: match valid.get("matched") {
                Some(Value::Array(ids)) => ids.iter().map(grant_id).collect::<Option<_>>()?,
                Some(_) => return None,
                None => Vec::new(),
            },
        });
    }
    let invalid = result.member("invalid")?;
    let code = InvalidCode::from_code(&invalid.string("code")?)?;
    Some(Validation::Invalid { code, error_text: invalid.string("errorText") })
}

fn live_revision(result: &Fields<'_>) -> Option<LiveRevision> {
    if let Some(read) = result.member("read") {
        return Some(LiveRevision::Read { revision: read.text("revision")? });
    }
    Some(LiveRevision::Failed { error_text: result.member("failed")?.string("errorText") })
}

fn application(result: &Fields<'_>, json: Option<JsonText>) -> Option<Application> {
    if result.member("applied").is_some() {
        return Some(Application::Applied { output: json });
    }
    if let Some(stale) = result.member("stale") {
        return Some(Application::Stale { live_revision: stale.text("liveRevision")? });
    }
    let failed = result.member("failed")?;
    let code = FailureCode::from_code(&failed.string("code")?)?;
    Some(Application::Failed { code, error_text: failed.string("errorText") })
}

fn id(fields: &Fields<'_>) -> Option<ToolCallId> {
    fields.text("toolCallId")
}

fn generation(fields: &Fields<'_>) -> Option<Generation> {
    fields.number::<u32>("generation").map(Generation::from)
}

fn millis(fields: &Fields<'_>, key: &str) -> Option<Millis> {
    fields.number(key).map(Millis::from_whole)
}

fn decision(fields: &Fields<'_>) -> Option<Decision> {
    let generation = fields.optional("generation", Fields::number::<u32>)?.map(Generation::from);
    Some(Decision { tool_call_id: id(fields)?, generation })
}

fn accept(fields: &Fields<'_>) -> Option<Accept> {
    let Decision { tool_call_id, generation } = decision(fields)?;
    let if_stale = match fields.optional("ifStale", Fields::string)? {
        Some(code) => IfStale::from_code(&code)?,
        None => IfStale::default(),
    };
    Some(Accept { tool_call_id, generation, handler: Handler::from_code(&fields.string("handler")?)?, if_stale })
}

fn grant_id(value: &Value<'_>) -> Option<GrantId> {
    match value {
        Value::Literal(number) => number.parse::<u32>().ok().map(GrantId::from),
        _ => None,
    }
}
