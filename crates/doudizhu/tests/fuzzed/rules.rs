//! Decodes rules.

use arbitrary::{Result, Unstructured};
use quadrille_doudizhu::Rules;

/// Decodes a preset with any combination of switches.
pub(crate) fn rules(u: &mut Unstructured<'_>) -> Result<Rules> {
    let mut rules = *u.choose(&Rules::PRESETS)?;
    let switches = u.int_in_range(0..=15u8)?;
    // Most of the rules have no switches, so that few tables are built.
    if switches & 8 != 0 {
        rules = if switches & 1 != 0 { rules.with_space_shuttle() } else { rules };
        rules = if switches & 2 != 0 { rules.without_trio_pair() } else { rules };
        rules = if switches & 4 != 0 { rules.without_four_two() } else { rules };
    }
    Ok(rules)
}
