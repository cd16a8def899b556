//! Profiles: fighters, abilities and rules of a fight.
//!
//! [`Profile::parse`] reads the TOML text and returns either a valid profile or its errors.
//! `docs/combat-profile.md` describes the format key by key.
//!
//! | module | concern |
//! |---|---|
//! | `parse` | the whole file in one pass |
//! | `keys` | the keys of each table |
//! | `reader` | one table: types, ranges, names; the path of every number |
//! | `fighters`, `fight`, `attacks`, `abilities`, `auras`, `procs`, `reactions`, `actions` | a group of related tables each |
//! | `conditions` | conditions and formulas in quotes |
//! | `lists` | inlining of called lists |
//! | `cycles` | detection of endless trigger chains |
//! | `sets` | numbers that change together |
//! | `variants`, `vary` | other values for any number, and their errors |
//! | `model` | the resolved profile |

mod abilities;
mod actions;
mod attacks;
mod auras;
mod conditions;
mod cycles;
mod fight;
mod fighters;
pub mod keys;
mod lists;
pub(crate) mod model;
mod parse;
mod procs;
mod reactions;
mod reader;
mod sets;
mod shape;
mod variants;
mod vary;

use std::str::FromStr;
use std::sync::Arc;

use quadrille_diagnostics::toml::Document;
use quadrille_diagnostics::{Diagnostic, Source, nearest};

use crate::names::Names;
use model::Model;
use parse::Parsed;
pub use sets::{NumberSet, SetGroup};
pub use variants::Variation;
pub use vary::VaryError;

/// A profile that has been read and validated.
///
/// ```
/// use quadrille_combat_lang::{Profile, Source};
///
/// let text = r#"
///     [fight]
///     length = 60
///     [abilities.bolt]
///     damage = [90, 110]
///     cast = 2
///     [[actions]]
///     use = "bolt"
/// "#;
/// let profile = Profile::parse(&Source::new("bolt.toml", text)).expect("a profile");
/// assert_eq!(profile.number("abilities.bolt.damage.0"), Some(90.0));
///
/// let wrong = Source::new("bolt.toml", text.replace("cast", "caste"));
/// let errors = Profile::parse(&wrong).expect_err("a misspelt key");
/// assert!(errors[0].headline().ends_with("did you mean `cast`?"));
/// ```
#[derive(Clone, Debug)]
pub struct Profile {
    source: Source,
    /// The parsed text, kept so that overrides need not parse it again.
    document: Arc<Document>,
    overrides: Vec<(String, f64)>,
    name: String,
    seed: Option<u64>,
    numbers: Vec<(String, f64)>,
    variants: Vec<Variation>,
    sets: Vec<SetGroup>,
    pub(crate) names: Names,
    pub(crate) model: Model,
}

impl Profile {
    /// Reads and validates a profile.
    ///
    /// # Errors
    /// The errors of the profile in the order of the file, at least one. Some errors are detected
    /// only after others have been corrected; those of `[variants]` and `[sets]` are detected last.
    pub fn parse(source: &Source) -> Result<Self, Vec<Diagnostic>> {
        let document = Arc::new(Document::parse(source).map_err(|error| vec![error])?);
        let mut profile = Self::read(source, &document, Vec::new())?;
        let root = document.root(keys::ROOT.names).map_err(|error| vec![error])?;
        let vary = |path: &str, value| profile.vary(&[(path, value)]).map(drop);
        profile.variants = variants::read(&root, vary).map_err(|error| vec![error])?;
        let vary = |numbers: &[(&str, f64)]| profile.vary(numbers).map(drop);
        profile.sets = sets::read(&root, &profile.variants, vary).map_err(|error| vec![error])?;
        Ok(profile)
    }

    /// Reads a document. `overrides` contains other values for some of its numbers.
    fn read(
        source: &Source,
        document: &Arc<Document>,
        overrides: Vec<(String, f64)>,
    ) -> Result<Self, Vec<Diagnostic>> {
        let Parsed { name, seed, numbers, names, model } = parse::parse(source, document, &overrides)?;
        let (source, document) = (source.clone(), Arc::clone(document));
        let (variants, sets) = (Vec::new(), Vec::new());
        Ok(Self { source, document, overrides, name, seed, numbers, variants, sets, names, model })
    }

    /// Returns this profile with other values for some of its numbers.
    ///
    /// The text is not parsed again, but everything is validated again, because a number may be
    /// valid alone but invalid in combination with another.
    ///
    /// # Errors
    /// A path that does not name a number, or a profile that is invalid with these numbers.
    ///
    /// ```
    /// # use quadrille_combat_lang::{Profile, Source};
    /// let profile = Profile::parse(&Source::new("p", "[fight]\nlength = 60\n[actor]\ncrit = 0.2")).expect("a profile");
    /// let better = profile.vary(&[("actor.crit", 0.25)]).expect("a number of the profile");
    /// assert_eq!(better.number("actor.crit"), Some(0.25));
    /// assert!(profile.vary(&[("actor.crti", 0.25)]).unwrap_err().to_string().ends_with("did you mean `actor.crit`?"));
    /// assert!(profile.vary(&[("actor.crit", 1.25)]).is_err());
    /// ```
    pub fn vary(&self, changes: &[(&str, f64)]) -> Result<Self, VaryError> {
        let mut overrides = self.overrides.clone();
        for &(path, value) in changes {
            if self.number(path).is_none() {
                let nearest = nearest(path, self.numbers.iter().map(|(path, _)| path.as_str()));
                return Err(VaryError::Unknown {
                    path: path.to_owned(),
                    nearest: nearest.map(str::to_owned),
                });
            }
            overrides.retain(|(known, _)| known != path);
            overrides.push((path.to_owned(), value));
        }
        let mut varied = Self::read(&self.source, &self.document, overrides).map_err(VaryError::Refused)?;
        varied.variants.clone_from(&self.variants);
        varied.sets.clone_from(&self.sets);
        Ok(varied)
    }

    /// Returns the profile's `name`, or the name of its source.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the profile's `seed`, or a fixed seed for `deterministic = true`; `None` if the
    /// profile sets neither.
    pub const fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// Returns the text from which the profile was read.
    pub const fn source(&self) -> &Source {
        &self.source
    }

    /// Returns all numbers with their paths, including defaults of numbers that the file leaves
    /// out.
    pub fn numbers(&self) -> &[(String, f64)] {
        &self.numbers
    }

    /// Returns the number at a path; `None` if no number has this path.
    pub fn number(&self, path: &str) -> Option<f64> {
        self.numbers.iter().find(|(known, _)| known == path).map(|(_, number)| *number)
    }

    /// Returns the grid of `[variants]`: the varied numbers with their values.
    pub fn variants(&self) -> &[Variation] {
        &self.variants
    }

    /// Returns the groups of `[sets]`. Initially, no set is applied to the profile;
    /// [`vary`](Self::vary) applies the numbers of a set.
    ///
    /// ```
    /// # use quadrille_combat_lang::Profile;
    /// let text = "[fight]\nlength = 60\n[sets.ring.ruby]\nactor.crit = 0.25\nactor.power = 90";
    /// let profile: Profile = text.parse()?;
    /// let ruby = &profile.sets()[0].members[0];
    /// assert_eq!((ruby.name.as_str(), ruby.numbers.len()), ("ruby", 2));
    /// # Ok::<(), quadrille_combat_lang::Diagnostic>(())
    /// ```
    pub fn sets(&self) -> &[SetGroup] {
        &self.sets
    }
}

/// Reads a profile from a text without a source name. Several errors are combined by
/// [`Diagnostic::all`].
impl FromStr for Profile {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let source = Source::new("profile", text);
        Self::parse(&source).map_err(|errors| {
            Diagnostic::all(errors)
                .unwrap_or_else(|| Diagnostic::at(&source, 0..0, "the profile cannot be read"))
        })
    }
}
