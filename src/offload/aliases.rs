//! Captures that may share memory.

use super::plan::{AliasObligation, CapturePlan, Transfer};

/// Every pair of mapped captures of which one is written: what they share, if anything, is known only
/// on entry.
pub fn obligations(captures: &[CapturePlan]) -> Vec<AliasObligation> {
    let in_memory: Vec<&CapturePlan> =
        captures.iter().filter(|capture| matches!(capture.transfer, Transfer::Map { .. })).collect();
    let mut pairs = Vec::new();
    for (index, first) in in_memory.iter().enumerate() {
        for second in &in_memory[index + 1..] {
            if first.effect.writes || second.effect.writes {
                let (first, second) = (first.subject.clone(), second.subject.clone());
                pairs.push(AliasObligation { first, second });
            }
        }
    }
    pairs
}
