//! The table of rule names.
//!
//! The names are those of the `LifeWiki`, Golly and `LifeViewer`. Case, spaces and punctuation are
//! ignored, and `&` means `and`: `Day & Night`, `DayAndNight` and `day-and-night` are the same
//! name.

use quadrille_diagnostics::nearest as nearest_of;

use super::{Rule, read};

/// The names of outer-totalistic rules, then of isotropic ones, each in alphabetical order.
const NAMES: &[(&str, &str)] = &[
    ("2x2", "B36/S125"),
    ("2x2 2", "B3678/S1258"),
    ("3-4 Life", "B34/S34"),
    ("Amoeba", "B357/S1358"),
    ("Anneal", "B4678/S35678"),
    ("AntiLife", "B0123478/S01234678"),
    ("Assimilation", "B345/S4567"),
    ("Bacteria", "B34/S456"),
    ("Blinkers", "B345/S2"),
    ("Bugs", "B3567/S15678"),
    ("Castles", "B3678/S135678"),
    ("Cheerios", "B35678/S34567"),
    ("Coagulations", "B378/S235678"),
    ("Conway's Life", "B3/S23"),
    ("Conway's Game of Life", "B3/S23"),
    ("Coral", "B3/S45678"),
    ("Corrosion of Conformity", "B3/S124"),
    ("Dance", "B34/S35"),
    ("Day & Night", "B3678/S34678"),
    ("DayNight", "B3678/S34678"),
    ("Diamoeba", "B35678/S5678"),
    ("DotLife", "B3/S023"),
    ("DrighLife", "B367/S23"),
    ("DryFlock", "B37/S12"),
    ("DryLife", "B37/S23"),
    ("DryLife without Death", "B37/S012345678"),
    ("EightFlock", "B3/S128"),
    ("EightLife", "B3/S238"),
    ("Electrified Maze", "B45/S12345"),
    ("Eppstein", "B35/S236"),
    ("Feux", "B1358/S0247"),
    ("Flakes", "B3/S012345678"),
    ("Flock", "B3/S12"),
    ("Forest of Ls", "B168/S236"),
    ("Fredkin", "B1357/S02468"),
    ("Fuzz", "B1/S014567"),
    ("Game of Life", "B3/S23"),
    ("Gems", "B3457/S4568"),
    ("Gems Minor", "B34578/S456"),
    ("Geology", "B3578/S24678"),
    ("Gnarl", "B1/S1"),
    ("Grounded Life", "B35/S23"),
    ("H-trees", "B1/S012345678"),
    ("HighFlock", "B36/S12"),
    ("HighLife", "B36/S23"),
    ("HighLife without Death", "B36/S012345678"),
    ("Holstein", "B35678/S4678"),
    ("HoneyFlock", "B38/S128"),
    ("HoneyLife", "B38/S238"),
    ("Iceballs", "B25678/S5678"),
    ("InverseLife", "B012345678/S34678"),
    ("Invertamaze", "B028/S0124"),
    ("IronFlock", "B36/S128"),
    ("IronLife", "B36/S238"),
    ("Land Rush", "B36/S234578"),
    ("Life", "B3/S23"),
    ("Life SkyHigh", "B368/S236"),
    ("Life without Death", "B3/S012345678"),
    ("Live Free or Die", "B2/S0"),
    ("Logarithmic replicator rule", "B36/S245"),
    ("LongLife", "B345/S5"),
    ("LowDeath", "B368/S238"),
    ("LowDeath without Death", "B368/S012345678"),
    ("LowFlockDeath", "B368/S128"),
    ("LowLife", "B3/S13"),
    ("Majority", "B45678/S5678"),
    ("Maze", "B3/S12345"),
    ("Maze with Mice", "B37/S12345"),
    ("Mazectric", "B3/S1234"),
    ("Mazectric with Mice", "B37/S1234"),
    ("Morley", "B368/S245"),
    ("Move", "B368/S245"),
    ("Neon Blobs", "B08/S4"),
    ("Never happy", "B345/S0456"),
    ("Oscillators Rule", "B45/S1235"),
    ("Pedestrian Flock", "B38/S12"),
    ("Pedestrian Life", "B38/S23"),
    ("Pedestrian Life without Death", "B38/S012345678"),
    ("Persian Rug", "B234/S"),
    ("Plow World", "B378/S012345678"),
    ("Pseudo Life", "B357/S238"),
    ("Pulsar Life", "B3/S238"),
    ("Replicator", "B1357/S1357"),
    ("Replicator 2", "B1357/S02468"),
    ("Rings 'n' Slugs", "B56/S14568"),
    ("Seeds", "B2/S"),
    ("Serviettes", "B234/S"),
    ("Shoots and Roots", "B3/S245678"),
    ("Slow Blob", "B367/S125678"),
    ("Snakeskin", "B1/S134567"),
    ("SnowLife", "B3/S1237"),
    ("Solid islands grow amongst static", "B12678/S15678"),
    ("Stains", "B3678/S235678"),
    ("Star Trek", "B3/S0248"),
    ("Virus", "B36/S235"),
    ("Vote", "B5678/S45678"),
    ("Vote 4/5", "B4678/S35678"),
    ("Walled Cities", "B45678/S2345"),
    // Isotropic rules.
    ("15Life", "B34r/S23-q4et"),
    ("Arrow", "B3-jkn4a/S1e2-a3ijnry4n"),
    ("CapLife", "B36c/S23"),
    ("CarrierLife", "B2e3aceik/S23"),
    ("CrossLife", "B3/S234et"),
    ("DLife", "B3-n/S23"),
    ("EasyHighLife", "B36-i/S23"),
    ("FattyLife", "B3-n4nt5qr6i/S23"),
    ("FlashLife", "B2kn3-n4e/S23"),
    ("Goat Flock", "B2in3/S123a"),
    ("Goats", "B2in3/S123a"),
    ("HouseLife", "B2i3/S23-r"),
    ("Just Friends", "B2-a/S12"),
    ("KineticLife", "B2-an3/S2ac"),
    ("LeapLife", "B2n3/S23-q"),
    ("LoafLife", "B2n3-q/S23"),
    ("Migrating Bookends", "B2ein3inry/S12-n3ce"),
    ("MuddyLife", "B3/S234k"),
    ("PiLife", "B37e/S23"),
    ("Ribbons", "B3-nqr/S23"),
    ("Salad", "B2i34c/S2-i3"),
    ("Sansdomino", "B2-a/S014"),
    ("SilverLife", "B367/S2-i34q"),
    ("Snowflakes", "B2ci3ai4c8/S02ae3eijkq4iz5ar6i7e"),
    ("SparkLife", "B36i/S234j"),
    ("SparseMethuseLife", "B35y/S1e2-ci3-a5i"),
    ("tDryFlock", "B37/S12-i4q"),
    ("tDryLife", "B37/S2-i34q"),
    ("tEightLife", "B3/S2-i34q8"),
    ("tFlock", "B3/S12-i4q"),
    ("tHighFlock", "B36/S12-i4q"),
    ("tHighLife", "B36/S2-i34q"),
    ("ThisLife", "B36i/S23-ce5q"),
    ("tlife", "B3/S2-i34q"),
    ("tPedestrianFlock", "B38/S12-i4q"),
    ("tPedestrianLife", "B38/S2-i34q"),
    ("WetLife", "B34r/S23"),
];

/// The maximum number of bytes of a name.
const LONGEST: usize = 64;

/// Returns the names of rules, each with its notation: first outer-totalistic rules, then isotropic
/// ones, each in alphabetical order. Some rules have several names.
///
/// ```
/// let mut names = quadrille_life::rule_names();
/// assert!(names.any(|(name, notation)| name == "HighLife" && notation == "B36/S23"));
/// ```
pub fn rule_names() -> impl Iterator<Item = (&'static str, &'static str)> {
    NAMES.iter().copied()
}

/// Returns the rule of a name; `None` if the name is unknown.
pub(super) fn rule(name: &str) -> Option<Rule> {
    let key = key(name)?;
    let (_, notation) = NAMES.iter().find(|(known, _)| self::key(known).as_ref() == Some(&key))?;
    read::notation(notation).ok()
}

/// Returns the known name that is most similar to a text; `None` if no name is similar.
pub(super) fn nearest(text: &str) -> Option<&'static str> {
    if text.len() > LONGEST {
        return None;
    }
    let marked = ["LifeHistory", "LifeSuper"];
    nearest_of(text, NAMES.iter().map(|&(name, _)| name).chain(marked))
}

/// Returns the letters and digits of a name in lower case; `None` if the text is too long or has
/// characters that names never have.
fn key(name: &str) -> Option<String> {
    let mut key = String::new();
    for letter in name.chars() {
        match letter {
            '&' => key.push_str("and"),
            _ if letter.is_ascii_alphanumeric() => key.push(letter.to_ascii_lowercase()),
            ' ' | '-' | '_' | '\'' | '/' => {}
            _ => return None,
        }
        if key.len() > LONGEST {
            return None;
        }
    }
    Some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_one_rule_and_no_notation() {
        let mut keys = std::collections::HashSet::new();
        for &(name, notation) in NAMES {
            let rule: Rule = notation.parse().unwrap();
            assert_eq!(rule.to_string(), notation, "{name} must be in the printed form");
            assert!(keys.insert(key(name).unwrap()), "{name} is repeated");
            assert!(read::notation(name).is_err(), "{name} is a notation");
            assert_eq!(name.parse(), Ok(rule), "{name}");
            assert_eq!(nearest(name), Some(name));
        }
    }

    #[test]
    fn names_are_read_in_every_spelling() {
        for (name, rule) in [
            ("Life", "B3/S23"),
            ("LIFE", "B3/S23"),
            ("highlife", "B36/S23"),
            ("High Life", "B36/S23"),
            ("Day & Night", "B3678/S34678"),
            ("DayNight", "B3678/S34678"),
            ("day-and-night", "B3678/S34678"),
            ("Day_And_Night", "B3678/S34678"),
            ("Seeds", "B2/S"),
            ("LeapLife", "B2n3/S23-q"),
            ("Replicator", "B1357/S1357"),
            ("2x2", "B36/S125"),
            ("2X2", "B36/S125"),
            ("34 Life", "B34/S34"),
            ("Maze", "B3/S12345"),
            ("conways life", "B3/S23"),
            ("Vote 4/5", "B4678/S35678"),
        ] {
            assert_eq!(name.parse::<Rule>(), rule.parse::<Rule>(), "{name}");
        }
    }

    #[test]
    fn similar_names_are_suggested() {
        for (text, near) in [
            ("HihgLife", "HighLife"),
            ("Day & Nigth", "Day & Night"),
            ("Replikator", "Replicator"),
            ("LifeHstory", "LifeHistory"),
        ] {
            let error = text.parse::<Rule>().unwrap_err();
            assert!(error.to_string().contains(&format!("did you mean `{near}`?")), "{error}");
            assert_eq!(error.column, 1);
        }
        let far = "Langtons-Loops".parse::<Rule>().unwrap_err();
        assert_eq!(far.problem, "`Langtons-Loops` is not a known rule name");
        let long = "life".repeat(10_000).parse::<Rule>().unwrap_err();
        assert!(long.to_string().len() < 300);
    }
}
