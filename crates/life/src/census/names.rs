//! Common names of the most frequent objects.
//!
//! The names are those of the `LifeWiki` and of Catagolue, in lower case except for single letters
//! such as the S in “big S”. They cover the most frequent still lifes of asymmetric soups (C1) in
//! B3/S23, and the few oscillators and spaceships that occur naturally.

use super::Apgcode;

/// Codes and names, in the order of the codes.
const NAMES: &[(&str, &str)] = &[
    ("xp14_j9d0d9j", "tumbler"),
    ("xp15_4r4z4r4", "pentadecathlon"),
    ("xp2_2a54", "clock"),
    ("xp2_318c", "beacon"),
    ("xp2_7", "blinker"),
    ("xp2_7e", "toad"),
    ("xp2_rhewehr", "spark coil"),
    ("xp3_co9nas0san9oczgoldlo0oldlogz1047210127401", "pulsar"),
    ("xp4_37bkic", "mold"),
    ("xp8_gk2gb3z11", "figure eight"),
    ("xq4_153", "glider"),
    ("xq4_27dee6", "middleweight spaceship"),
    ("xq4_27deee6", "heavyweight spaceship"),
    ("xq4_6frc", "lightweight spaceship"),
    ("xs10_0drz32", "broken snake"),
    ("xs10_1784ko", "claw with tail"),
    ("xs10_178kk8", "beehive with tail"),
    ("xs10_3215ac", "boat with long tail"),
    ("xs10_32qr", "block on table"),
    ("xs10_3542ac", "long integral"),
    ("xs10_358gkc", "cis-shillelagh"),
    ("xs10_35ako", "very long ship"),
    ("xs10_69ar", "loop"),
    ("xs10_g0s252z11", "tub with nine"),
    ("xs10_g8ka52z01", "very long barge"),
    ("xs10_g8o652z01", "boat-tie"),
    ("xs10_ggka52z1", "trans-barge with tail"),
    ("xs11_178jd", "eleven loop"),
    ("xs11_178kic", "cis-loaf with tail"),
    ("xs11_2530f9", "cis-boat on table"),
    ("xs11_69lic", "loaf siamese loaf"),
    ("xs11_g0s253z11", "trans-boat with nine"),
    ("xs11_g0s453z11", "elevener"),
    ("xs11_g8o652z11", "boat-tie-ship"),
    ("xs11_ggka53z1", "trans-long boat with tail"),
    ("xs11_ggm952z1", "trans-loaf with tail"),
    ("xs12_0ggm96z32", "beehive with nine"),
    ("xs12_178br", "block on cover"),
    ("xs12_178c453", "eater head siamese eater tail"),
    ("xs12_256o8a6", "boat tie eater tail"),
    ("xs12_2egm93", "snorkel loop"),
    ("xs12_2egm96", "beehive with hooked tail"),
    ("xs12_330f96", "block on cap"),
    ("xs12_330fho", "trans-block on long bookend"),
    ("xs12_3hu066", "cis-block on long bookend"),
    ("xs12_6960ui", "beehive on table"),
    ("xs12_g8o653z11", "ship-tie"),
    ("xs12_o4q552z01", "beehive at beehive"),
    ("xs12_raar", "mirrored table"),
    ("xs13_0g8o653z121", "long boat tie ship"),
    ("xs13_2530f96", "cis-boat on cap"),
    ("xs13_4a960ui", "cis-loaf on table"),
    ("xs13_69e0mq", "trans-snake on bun"),
    ("xs13_g88m96z121", "beehive at loaf"),
    ("xs14_39e0e93", "cis-mirrored bookend"),
    ("xs14_39e0e96", "cis-bookend and bun"),
    ("xs14_39e0eic", "trans-bookend and bun"),
    ("xs14_6960uic", "beehive on cap"),
    ("xs14_6970796", "cis-mirrored bun"),
    ("xs14_69bo8a6", "fourteener"),
    ("xs14_69bqic", "paperclip"),
    ("xs14_69e0eic", "trans-mirrored bun"),
    ("xs14_6is079c", "cis-rotated bookend"),
    ("xs14_g88b96z123", "big S"),
    ("xs14_g88m952z121", "half-bakery"),
    ("xs14_g8o0e96z121", "trans-rotated bun"),
    ("xs14_j1u066z11", "block on dock"),
    ("xs15_259e0e96", "cis-bun and wing"),
    ("xs15_259e0eic", "trans-bun and wing"),
    ("xs15_354cgc453", "moose antlers"),
    ("xs15_3lk453z121", "trans-boat on dock"),
    ("xs15_3lkm96z01", "bee hat"),
    ("xs15_4a9raic", "15-bent paperclip"),
    ("xs15_j1u06a4z11", "cis-boat on dock"),
    ("xs16_259e0e952", "cis-mirrored wing"),
    ("xs16_69bob96", "symmetric scorpion"),
    ("xs16_69egmiczx1", "scorpion"),
    ("xs16_g88m996z1221", "bi-pond"),
    ("xs16_j1u0696z11", "beehive on dock"),
    ("xs17_2ege1ege2", "twin hat"),
    ("xs18_69is0si96", "cis-mirrored dove"),
    ("xs18_rhe0ehr", "dead spark coil"),
    ("xs20_3lkkl3z32w23", "mirrored dock"),
    ("xs4_252", "tub"),
    ("xs4_33", "block"),
    ("xs5_253", "boat"),
    ("xs6_25a4", "barge"),
    ("xs6_356", "ship"),
    ("xs6_39c", "aircraft carrier"),
    ("xs6_696", "beehive"),
    ("xs6_bd", "snake"),
    ("xs7_178c", "eater 1"),
    ("xs7_2596", "loaf"),
    ("xs7_25ac", "long boat"),
    ("xs7_3lo", "long snake"),
    ("xs8_178k8", "tub with tail"),
    ("xs8_25ak8", "long barge"),
    ("xs8_31248c", "very long snake"),
    ("xs8_312ko", "canoe"),
    ("xs8_32qk", "hook with tail"),
    ("xs8_35ac", "long ship"),
    ("xs8_3pm", "shillelagh"),
    ("xs8_6996", "pond"),
    ("xs8_69ic", "mango"),
    ("xs9_178kc", "cis-boat with tail"),
    ("xs9_178ko", "trans-boat with tail"),
    ("xs9_25a84c", "tub with long tail"),
    ("xs9_25ako", "very long boat"),
    ("xs9_312453", "long shillelagh"),
    ("xs9_31ego", "integral sign"),
    ("xs9_4aar", "hat"),
    ("xs9_g0g853z11", "long canoe"),
];

/// Returns the name of a frequent object of B3/S23. Time is logarithmic in the number of names.
pub(super) fn name(code: &Apgcode) -> Option<&'static str> {
    let found = NAMES.binary_search_by_key(&code.as_str(), |&(known, _)| known).ok()?;
    Some(NAMES[found].1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::{Census, Pseudo};
    use crate::rule::Rule;

    /// Every code with a name is the canonical code of one object, and names are unique.
    #[test]
    fn names_are_of_canonical_codes() {
        assert!(NAMES.is_sorted_by(|a, b| a.0 < b.0));
        let mut names: Vec<&str> = NAMES.iter().map(|&(_, name)| name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), NAMES.len());
        for &(code, known) in NAMES {
            let code: Apgcode = code.parse().unwrap();
            let pattern = code.to_pattern().unwrap();
            let found = Census::at_once(&pattern, Rule::CONWAY, Pseudo::Split, &()).unwrap();
            assert!(found.iter().eq([(&code, 1)]), "{known}: {found:?}");
            assert_eq!(name(&code), Some(known));
        }
        assert_eq!(name(&"xs8_rr".parse().unwrap()), None);
    }
}
