//! What the inputs of several tools have in common.

use super::shape::Field as F;
use super::shape::Items::All;
use super::shape::Others::Dropped;
use super::shape::Presence::{Nullable, Required};
use super::shape::Shape::{self, Filled, List, Number, OneOf, Record, Text, Trimmed};

pub(super) const NAME: F = F(&["name"], Trimmed, Required);
pub(super) const DESCRIPTION: F = F(&["description"], Text, Nullable);
pub(super) const DIRECTIONS: Shape = OneOf(&["MINIMIZE", "MAXIMIZE", "NONE"]);
pub(super) const VALUES: Shape =
    List(&Record(&[F(&["label"], Filled, Required), F(&["score"], Number, Nullable)], Dropped), All);
pub(super) const THRESHOLD: F = F(&["threshold"], Number, Nullable);
