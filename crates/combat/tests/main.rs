//! The tests of the public interface, as one program: it is linked once, and all tests share its threads.

mod adversarial;
mod closed_forms;
mod determinism;
mod instant;
mod kept;
mod plain;
mod refusals;
mod rules;
mod sets;

/// The examples, whose fights are cut to some seconds.
const EXAMPLES: [&str; 11] = [
    "fury",
    "shadow",
    "tank",
    "gacha",
    "raid",
    "arcane",
    "cutthroat",
    "quartet",
    "frost",
    "warlord",
    "onmyoji",
];
