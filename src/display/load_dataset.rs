//! The dataset that the playground has loaded (`load_dataset`).

use super::revision::token;
use crate::json::{Value, object, sorted};

/// The revision of a selection `{"datasetId", "splitIds"}`. The order of splits does not count.
#[must_use]
pub fn selection_revision(selection: &Value<'_>) -> String {
    let splits = selection.get("splitIds").map(Value::items).unwrap_or_default();
    let splits = sorted(splits.iter().map(|id| id.units().unwrap_or_default()));
    let splits = splits.iter().map(|(units, _)| Value::from_units(units)).collect();
    let selection = object(vec![
        ("datasetId", Some(selection.copy("datasetId").unwrap_or(Value::NULL))),
        ("splitIds", Some(Value::Array(splits))),
    ]);
    token("load-dataset-", &selection)
}
