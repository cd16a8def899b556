//! All integration tests as one program, which is linked once and shares its threads.

mod adversarial;
mod closed_forms;
mod determinism;
mod instant;
mod kept;
mod plain;
mod rules;

/// The examples, shortened to some seconds.
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
