//! Function tools in the form that each provider's editor shows.

use crate::json::{Value, object};

/// A definition as `provider` has it: `ANTHROPIC`, `AWS` and `GOOGLE` have their own forms, all others
/// OpenAI's, which alone has `strict`. What is absent or `null` is left out.
#[must_use]
pub fn tool_definition<'a>(provider: &str, definition: &Value<'a>) -> Value<'a> {
    let name = || ("name", definition.copy("name"));
    let given = |key: &'static str| (key, definition.given(key).cloned());
    match provider {
        "ANTHROPIC" => object(vec![name(), given("description"), ("input_schema", Some(schema(definition)))]),
        "AWS" => {
            let json = object(vec![("json", Some(schema(definition)))]);
            let spec = object(vec![name(), given("description"), ("inputSchema", Some(json))]);
            object(vec![("toolSpec", Some(spec))])
        }
        "GOOGLE" => object(vec![name(), given("description"), given("parameters")]),
        _ => {
            let function = object(vec![name(), given("description"), given("parameters"), given("strict")]);
            object(vec![("type", Some(Value::text("function"))), ("function", Some(function))])
        }
    }
}

/// Anthropic and Amazon ask for a schema of an object.
fn schema<'a>(definition: &Value<'a>) -> Value<'a> {
    let parameters = definition.get("parameters").filter(|parameters| matches!(parameters, Value::Object(_)));
    let mut schema = parameters.cloned().unwrap_or_else(|| object(Vec::new()));
    if schema.get("type").is_none() {
        schema.set("type", Some(Value::text("object")));
    }
    schema
}
