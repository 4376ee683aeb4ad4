//! Tokens that tell whether something is still as it was.

use crate::json::{Value, compact};

/// The token of a snapshot: `prefix` and a hash of its JSON text (Bernstein's times 33, by XOR, over
/// UTF-16 units, in 32 bits) as hexadecimal digits. The snapshot must be in its normal form.
///
/// The hash finds drift; it is no protection against somebody who looks for two equal ones.
pub(super) fn token(prefix: &str, snapshot: &Value<'_>) -> String {
    let hash = compact(snapshot).encode_utf16().fold(5381_u32, |hash, unit| hash.wrapping_mul(33) ^ u32::from(unit));
    format!("{prefix}{hash:x}")
}

/// Appends the token to a snapshot that has none yet.
pub(super) fn stamp(prefix: &str, snapshot: &mut Value<'_>) {
    let token = token(prefix, snapshot);
    snapshot.set("revision", Some(Value::text(&token)));
}
