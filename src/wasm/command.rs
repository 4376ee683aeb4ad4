//! Commands from JSON text. The shape is the one that serde gives [`Command`]; it is read by hand
//! because a derived reader, with an error text for every way to be wrong, is five times as large.

use crate::json::{JsonText, Value, parse};
use crate::ledger::{
    AbortTurn, Accept, AcceptAll, AcquireOwner, Application, Applied, Attempt, Cancel, CancelledBy, Command, Decision,
    Edit, EditPermission, FailureCode, Generation, Handler, InvalidCode, Lease, LiveRevision, Millis, Policy, Propose,
    Redeliver, Refuse, Reject, RejectAll, ReleaseOwner, Review, ReviewOrder, RevisionRead, Sending, Sent, Session,
    Settings, ToolCallId, Validated, Validation,
};

/// Reads the settings of a ledger. Numbers and spans that are absent are those of [`Settings::default`].
pub(super) fn settings(text: &str) -> Option<Settings> {
    let value = parse(text).ok()?;
    let fields = Fields(&value);
    let most = |key| fields.number(key).and_then(|most| usize::try_from(most).ok());
    let default = Settings::default();
    Some(Settings {
        edit_permission: EditPermission::from_code(&fields.string("editPermission")?)?,
        review_order: ReviewOrder::from_code(&fields.string("reviewOrder")?)?,
        handler_timeout: fields.millis("handlerTimeout"),
        deadline: fields.millis("deadline"),
        max_open: most("maxOpen").unwrap_or(default.max_open),
        max_settled: most("maxSettled").unwrap_or(default.max_settled),
        settled_for: fields.millis("settledFor"),
    })
}

/// Reads a command. `json` is the one JSON text that some commands carry (the input, the effective
/// input, the output): it stands beside the command so that it need not be escaped inside it.
pub(super) fn read(command: &str, json: Option<JsonText>) -> Option<Command> {
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
    Some(match *name {
        "\"propose\"" => Command::Propose(Propose {
            tool_call_id: fields.id()?,
            tool_name: fields.text("toolName")?,
            input: json?,
            review: Review::from_code(&fields.string("review")?)?,
            session_id: fields.text("sessionId"),
            turn_id: fields.text("turnId"),
            deadline: fields.millis("deadline"),
            taken_back: fields.string("takenBack").and_then(|by| CancelledBy::from_code(&by)),
            owner_key: fields.text("ownerKey"),
            expected_revision: fields.text("expectedRevision"),
        }),
        "\"refuse\"" => Command::Refuse(Refuse {
            tool_call_id: fields.id()?,
            tool_name: fields.text("toolName")?,
            input: json?,
            code: InvalidCode::from_code(&fields.string("code")?)?,
            error_text: fields.string("errorText"),
        }),
        "\"validated\"" => Command::Validated(Validated {
            tool_call_id: fields.id()?,
            generation: fields.generation()?,
            attempt: Attempt::from(fields.number("attempt")?),
            result: validation(&fields.member("result")?, json)?,
        }),
        "\"present\"" => Command::Present(fields.decision()?),
        "\"edit\"" => {
            let Decision { tool_call_id, generation } = fields.decision()?;
            Command::Edit(Edit { tool_call_id, generation, input: json? })
        }
        "\"accept\"" => {
            let Decision { tool_call_id, generation } = fields.decision()?;
            let handler = Handler::from_code(&fields.string("handler")?)?;
            Command::Accept(Accept { tool_call_id, generation, handler })
        }
        "\"revisionRead\"" => Command::RevisionRead(RevisionRead {
            tool_call_id: fields.id()?,
            generation: fields.generation()?,
            result: live_revision(&fields.member("result")?)?,
        }),
        "\"applied\"" => Command::Applied(Applied {
            tool_call_id: fields.id()?,
            generation: fields.generation()?,
            result: application(&fields.member("result")?, json)?,
        }),
        "\"reject\"" => {
            let Decision { tool_call_id, generation } = fields.decision()?;
            Command::Reject(Reject { tool_call_id, generation, comment: fields.string("comment") })
        }
        "\"acceptAll\"" => Command::AcceptAll(AcceptAll {
            calls: fields.each("calls", |call| {
                let Decision { tool_call_id, generation } = call.decision()?;
                Some(Accept { tool_call_id, generation, handler: Handler::from_code(&call.string("handler")?)? })
            })?,
        }),
        "\"rejectAll\"" => {
            let calls = fields.each("calls", |call| call.decision())?;
            Command::RejectAll(RejectAll { calls, comment: fields.string("comment") })
        }
        "\"cancel\"" => {
            let Decision { tool_call_id, generation } = fields.decision()?;
            let by = match fields.string("by") {
                Some(by) => CancelledBy::from_code(&by)?,
                None => CancelledBy::default(),
            };
            Command::Cancel(Cancel { tool_call_id, generation, by })
        }
        "\"abortTurn\"" => {
            Command::AbortTurn(AbortTurn { session_id: fields.text("sessionId")?, turn_id: fields.text("turnId") })
        }
        "\"beginTurn\"" => Command::BeginTurn(Session { session_id: fields.text("sessionId")? }),
        "\"endSession\"" => Command::EndSession(Session { session_id: fields.text("sessionId")? }),
        "\"acquireOwner\"" => Command::AcquireOwner(AcquireOwner { owner_key: fields.text("ownerKey")? }),
        "\"releaseOwner\"" => {
            let lease = Lease::from(fields.number("lease")?);
            Command::ReleaseOwner(ReleaseOwner { owner_key: fields.text("ownerKey")?, lease })
        }
        "\"setEditPermission\"" => Command::SetEditPermission(EditPermission::from_code(&fields.0.as_text()?)?),
        "\"sent\"" => Command::Sent(Sent {
            tool_call_id: fields.id()?,
            generation: fields.generation()?,
            result: Sending::from_code(&fields.string("result")?)?,
        }),
        "\"redeliver\"" => Command::Redeliver(Redeliver { tool_call_id: fields.text("toolCallId") }),
        _ => return None,
    })
}

fn validation(result: &Fields<'_>, json: Option<JsonText>) -> Option<Validation> {
    if let Some(valid) = result.member("valid") {
        return Some(Validation::Valid {
            effective: json?,
            owner_key: valid.text("ownerKey"),
            expected_revision: valid.text("expectedRevision"),
            live_revision: valid.text("liveRevision"),
            handler: Handler::from_code(&valid.string("handler")?)?,
            policy: match valid.string("policy") {
                Some(policy) => Some(Policy::from_code(&policy)?),
                None => None,
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

/// The members of a command's object.
struct Fields<'a>(&'a Value<'a>);

impl<'a> Fields<'a> {
    fn member(&self, key: &str) -> Option<Fields<'a>> {
        self.0.get(key).map(Fields)
    }

    /// Every item of an array.
    fn each<T>(&self, key: &str, read: impl Fn(Fields<'a>) -> Option<T>) -> Option<Vec<T>> {
        match self.0.get(key)? {
            Value::Array(items) => items.iter().map(|item| read(Fields(item))).collect(),
            _ => None,
        }
    }

    fn string(&self, key: &str) -> Option<String> {
        self.0.get(key)?.as_text()
    }

    fn text<T: for<'t> From<&'t str>>(&self, key: &str) -> Option<T> {
        self.string(key).map(|text| T::from(&text))
    }

    fn number(&self, key: &str) -> Option<u32> {
        match self.0.get(key)? {
            Value::Literal(number) => number.parse().ok(),
            _ => None,
        }
    }

    fn millis(&self, key: &str) -> Option<Millis> {
        match self.0.get(key)? {
            // Digits alone: reading fractions and exponents would take a float parser.
            Value::Literal(number) => number.parse().ok().map(Millis::from_whole),
            _ => None,
        }
    }

    fn id(&self) -> Option<ToolCallId> {
        self.text("toolCallId")
    }

    fn generation(&self) -> Option<Generation> {
        self.number("generation").map(Generation::from)
    }

    fn decision(&self) -> Option<Decision> {
        Some(Decision { tool_call_id: self.id()?, generation: self.generation() })
    }
}
