//! Experiments: shards, seeds, stop rules, checkpoints and the report model.
