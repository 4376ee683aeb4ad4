//! Numbers by their exact decimal value: without a float, integers beyond 2^53 stay distinct, and the
//! core holds no table of powers.

/// A number as significant digits, which neither start nor end with 0, and a power of ten. Zero has
/// no digits.
pub(super) struct Decimal<'a> {
    pub(super) negative: bool,
    pub(super) digits: String,
    /// The exponent as written.
    pub(super) exponent: &'a str,
    /// What the place of the digits adds to the exponent.
    pub(super) shift: i64,
}

impl<'a> Decimal<'a> {
    /// `number` must be a JSON number.
    pub(super) fn new(number: &'a str) -> Self {
        let (negative, magnitude) = match number.strip_prefix('-') {
            Some(magnitude) => (true, magnitude),
            None => (false, number),
        };
        let (mantissa, exponent) = magnitude.split_once(['e', 'E']).unwrap_or((magnitude, "0"));
        let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let mut digits = [integer, fraction].concat();
        let length = digits.len();
        digits.truncate(digits.trim_end_matches('0').len());
        let shift = (length - digits.len()) as i64 - fraction.len() as i64;
        let digits = digits.trim_start_matches('0').to_owned();
        Self { negative, digits, exponent, shift }
    }

    /// The power of ten of the last digit, if it is one that an `i64` holds.
    pub(super) fn power(&self) -> Option<i64> {
        self.exponent.parse::<i64>().ok()?.checked_add(self.shift)
    }
}

/// The layout of `JSON.stringify` (ECMA-262, Number::toString), with all digits: JavaScript itself
/// rounds to a double first.
pub(super) fn javascript(number: &str) -> Option<String> {
    let decimal = Decimal::new(number);
    let digits = decimal.digits.as_str();
    if digits.is_empty() {
        return Some("0".to_owned());
    }
    let count = digits.len() as i64;
    // Where the point stands, counted from before the first digit.
    let point = decimal.power()?.checked_add(count)?;
    let mut out = String::new();
    if decimal.negative {
        out.push('-');
    }
    if (1..=21).contains(&point) {
        let at = point.min(count) as usize;
        let (integer, fraction) = digits.split_at_checked(at)?;
        out.push_str(integer);
        zeros(point - count, &mut out);
        if !fraction.is_empty() {
            out.push('.');
            out.push_str(fraction);
        }
    } else if (-5..=0).contains(&point) {
        out.push_str("0.");
        zeros(-point, &mut out);
        out.push_str(digits);
    } else {
        let (first, rest) = digits.split_at_checked(1)?;
        out.push_str(first);
        if !rest.is_empty() {
            out.push('.');
            out.push_str(rest);
        }
        out.push_str(if point > 0 { "e+" } else { "e" });
        out.push_str(&(point.checked_sub(1)?).to_string());
    }
    Some(out)
}

fn zeros(count: i64, out: &mut String) {
    for _ in 0..count.max(0) {
        out.push('0');
    }
}
