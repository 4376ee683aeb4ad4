//! Shapes that a tool's input may have, as tables, and the one reader of all of them.

use super::ids::{global_id, span_id};
use crate::json::{Value, object, ordered, parse, sorted};

/// What a value must be, and what is made of it.
pub(super) enum Shape {
    /// No input: an object whose keys are left out, or `null`.
    Nothing,
    /// Anything, as it is.
    Any,
    /// A whole number of any size.
    Int,
    /// Any number.
    Number,
    /// `true` or `false`.
    Bool,
    /// Any text.
    Text,
    /// Text that is not empty.
    Filled,
    /// Text that is not empty once the white space around it is gone, without that.
    Trimmed,
    /// As [`Shape::Trimmed`], but `null` where nothing is left.
    TrimmedOrNull,
    /// One of these texts.
    OneOf(&'static [&'static str]),
    /// Any object, as it is.
    AnyObject,
    /// An array of one shape.
    List(&'static Shape, Items),
    /// An object.
    Record(&'static [Field], Others),
    /// An object whose fields hang on what its first key says.
    Tagged(&'static str, &'static [(&'static str, &'static [Field])]),
    /// The first of these that fits.
    FirstOf(&'static [Shape]),
    /// OpenTelemetry's span id: 16 hexadecimal digits.
    SpanId,
    /// A Relay id of that type.
    GlobalId(&'static str),
}

/// How many items an array may have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Items {
    /// Any number.
    All,
    /// At least one.
    Some,
    /// At least one; an item that was there before is left out.
    Distinct,
    /// At least one; a single one may stand without the array.
    SomeOrOne,
}

/// What becomes of keys that a record has no field for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Others {
    /// They are left out.
    Dropped,
    /// They come after the fields.
    Kept,
    /// There may be none.
    Refused,
}

/// A field: its key, then the keys that stand in for it where it is absent; its shape.
pub(super) struct Field(pub(super) &'static [&'static str], pub(super) Shape, pub(super) Presence);

/// Whether a field may be absent or `null`.
pub(super) enum Presence {
    /// Neither.
    Required,
    /// It may be `null`.
    RequiredOrNull,
    /// It may be absent.
    Optional,
    /// It may be absent or `null`, and stays so.
    Nullable,
    /// `null` is as if absent.
    NullDropped,
    /// `null` where absent.
    OrNull,
    /// This JSON where absent.
    Or(&'static str),
}

/// `value` as the shape makes it.
pub(super) fn fit<'a>(shape: &Shape, value: &Value<'a>) -> Option<Value<'a>> {
    let same = |fits: bool| fits.then(|| value.clone());
    match (shape, value) {
        (Shape::Any, _) => same(true),
        (Shape::Nothing, Value::Object(_)) => Some(object(Vec::new())),
        (Shape::Nothing, null) => (*null == Value::NULL).then(|| object(Vec::new())),
        (Shape::Int, Value::Literal(text)) => {
            let digits = text.strip_prefix('-').unwrap_or(text);
            same(digits.bytes().all(|byte| byte.is_ascii_digit()))
        }
        (Shape::Number, Value::Literal(text)) => same(text.starts_with(|c: char| c == '-' || c.is_ascii_digit())),
        (Shape::Bool, Value::Literal(text)) => same(text == "true" || text == "false"),
        (Shape::Text, Value::String(_)) | (Shape::AnyObject, Value::Object(_)) => same(true),
        (Shape::Filled, Value::String(quoted)) => same(quoted != "\"\""),
        (Shape::Trimmed, Value::String(_)) => trimmed(value),
        (Shape::TrimmedOrNull, Value::String(_)) => Some(trimmed(value).unwrap_or(Value::NULL)),
        (Shape::OneOf(texts), Value::String(_)) => same(texts.iter().any(|text| value.is_text(text))),
        (Shape::SpanId, Value::String(_)) => Some(Value::text(&span_id(&trimmed(value)?.as_text()?)?)),
        (Shape::GlobalId(kind), Value::String(_)) => {
            trimmed(value).filter(|id| id.as_text().is_some_and(|id| global_id(&id, kind)))
        }
        (Shape::List(item, count), Value::Array(items)) => list(item, *count, items),
        (Shape::List(item, Items::SomeOrOne), Value::Object(_)) => Some(Value::Array(vec![fit(item, value)?])),
        (Shape::Record(fields, others), Value::Object(_)) => record(fields, *others, value, Vec::new()),
        (Shape::Tagged(key, cases), Value::Object(_)) => {
            let tag = value.get(key)?;
            let (_, fields) = cases.iter().find(|(name, _)| tag.is_text(name))?;
            record(fields, Others::Dropped, value, vec![(key, Some(tag.clone()))])
        }
        (Shape::FirstOf(shapes), _) => shapes.iter().find_map(|shape| fit(shape, value)),
        _ => None,
    }
}

fn list<'a>(item: &Shape, count: Items, items: &[Value<'a>]) -> Option<Value<'a>> {
    if items.is_empty() && count != Items::All {
        return None;
    }
    let items: Option<Vec<_>> = items.iter().map(|each| fit(item, each)).collect();
    let mut items = items?;
    if count == Items::Distinct {
        let mut places = vec![true; items.len()];
        for place in repeated(&items) {
            if let Some(first) = places.get_mut(place) {
                *first = false;
            }
        }
        let mut first = places.into_iter();
        items.retain(|_| first.next() != Some(false));
    }
    Some(Value::Array(items))
}

fn record<'a>(
    fields: &[Field],
    others: Others,
    value: &Value<'a>,
    mut out: Vec<(&'static str, Option<Value<'a>>)>,
) -> Option<Value<'a>> {
    for Field(keys, shape, presence) in fields {
        let key = *keys.first()?;
        let given = keys.iter().find_map(|key| value.get(key));
        let fitted = match (given, presence) {
            (None, Presence::Required | Presence::RequiredOrNull) => return None,
            (None, Presence::Optional | Presence::Nullable | Presence::NullDropped) => None,
            (None, Presence::OrNull) => Some(Value::NULL),
            (None, Presence::Or(json)) => Some(parse(json).ok()?),
            (Some(null), Presence::NullDropped) if *null == Value::NULL => None,
            (Some(null), Presence::Nullable | Presence::OrNull | Presence::RequiredOrNull) if *null == Value::NULL => {
                Some(Value::NULL)
            }
            (Some(given), _) => Some(fit(shape, given)?),
        };
        out.push((key, fitted));
    }
    let mut record = object(out);
    let (Value::Object(members), Value::Object(given)) = (&mut record, value) else {
        return None;
    };
    if others != Others::Dropped {
        for (key, value) in given {
            let name = Value::String(key.clone());
            if fields.iter().flat_map(|Field(keys, ..)| *keys).any(|known| name.is_text(known)) {
                continue;
            }
            if others == Others::Refused {
                return None;
            }
            members.push((key.clone(), value.clone()));
        }
    }
    // Keys that were kept may be such that JavaScript puts them first.
    Some(match record {
        Value::Object(members) if others == Others::Kept => Value::Object(ordered(members)),
        record => record,
    })
}

/// A text without the white space around it (ECMA-262, String.prototype.trim); nothing if that is all.
fn trimmed<'a>(value: &Value<'a>) -> Option<Value<'a>> {
    let units = value.units()?;
    let solid = |unit: &u16| !is_space(*unit);
    let first = units.iter().position(solid)?;
    let last = units.iter().rposition(solid)?;
    if last - first + 1 == units.len() {
        return Some(value.clone());
    }
    units.get(first..=last).map(Value::from_units)
}

fn is_space(unit: u16) -> bool {
    matches!(unit, 0x09..=0x0d | 0x20 | 0xa0 | 0x1680 | 0x2000..=0x200a | 0x2028 | 0x2029 | 0x202f | 0x205f | 0x3000 | 0xfeff)
}

/// The places of texts that were there before.
pub(super) fn repeated(items: &[Value<'_>]) -> Vec<usize> {
    let sorted = sorted(items.iter().map(|item| item.units().unwrap_or_default()));
    sorted
        .windows(2)
        .filter_map(|pair| match pair {
            [(earlier, _), (later, place)] if earlier == later => Some(*place),
            _ => None,
        })
        .collect()
}
