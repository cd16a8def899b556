//! Arguments of the Daifugo commands: cards, jokers, switches of the rules.

use quadrille::answers::daifugo;
use quadrille::daifugo::CardSet;
use quadrille::daifugo::melds::Meld;
use quadrille::daifugo::rules::{Rule, Rules};
use quadrille::diagnostics::{nearest, one_of};
use quadrille::uecda_protocol::ContestSettings;

use crate::failure::Failure;

/// Maximum total number of jokers.
pub(crate) const MOST_JOKERS: u32 = Meld::MOST_JOKERS;

/// Parses the set of cards in an argument.
pub(crate) fn cards(name: &str, text: &str) -> Result<CardSet, Failure> {
    Ok(daifugo::read_cards(name, text)?)
}

/// Parses the set of cards in an argument, which can contain jokers. Returns the cards without
/// jokers, and the total number of jokers: the jokers in the argument plus `more`, the value of the
/// flag named `flag`.
pub(crate) fn cards_and_jokers(
    name: &str,
    text: &str,
    flag: &str,
    more: u32,
) -> Result<(CardSet, u32), Failure> {
    let (jokers, words): (Vec<&str>, Vec<&str>) =
        text.split_whitespace().partition(|word| word.eq_ignore_ascii_case("JK"));
    let total = jokers.len() as u32 + more;
    if total > MOST_JOKERS {
        let including = if more == 0 { String::new() } else { format!(", including {flag}") };
        let error = format!("{name}: {total} jokers{including}; expected at most {MOST_JOKERS} jokers");
        return Err(Failure::Usage(error));
    }
    Ok((cards(name, &words.join(" "))?, total))
}

/// Parses a number of jokers.
pub(crate) fn jokers(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|&number| number <= MOST_JOKERS);
    number.ok_or_else(|| format!("a number of jokers from 0 to {MOST_JOKERS} is expected"))
}

/// The changes that an argument makes to the rules of the `UECda` contest.
#[derive(Debug, Clone, Default)]
pub(crate) struct Switched {
    /// The rules to add.
    pub(crate) on: Vec<Rule>,
    /// The rules to remove.
    pub(crate) off: Vec<Rule>,
}

impl Switched {
    /// Returns the rules of the `UECda` contest, plus the rules in `on` and minus the rules in
    /// `off`.
    pub(crate) fn rules(&self) -> Rules {
        let on = self.on.iter().copied().fold(Rules::UECDA, Rules::with);
        self.off.iter().copied().fold(on, Rules::without)
    }
}

/// Returns the help of flags that change the rules of the contest.
pub(crate) fn rules_help() -> String {
    let names = |in_contest: bool| {
        let rules = Rule::ALL.into_iter().filter(|&rule| Rules::UECDA.has(rule) == in_contest);
        rules.map(Rule::name).collect::<Vec<_>>().join(", ")
    };
    format!(
        "Rules of the games: uecda, optionally followed by switches; NAME adds a rule ({}), and no-NAME removes a \
         rule ({})",
        names(false),
        names(true)
    )
}

/// Returns the names of the rules that a server of the contest can add.
pub(crate) fn added_by_servers() -> String {
    let added = |rule: &Rule| !Rules::UECDA.has(*rule) && ContestSettings::SWITCHES.contains(rule);
    Rule::ALL.into_iter().filter(added).map(Rule::name).collect::<Vec<_>>().join(", ")
}

/// Parses rule switches such as `uecda,eleven-back,no-suit-lock`.
pub(crate) fn switches(text: &str) -> Result<Switched, String> {
    let mut switched = Switched::default();
    let mut words = text.split(',').map(str::trim);
    if words.next() != Some("uecda") {
        return Err(
            "`uecda` is expected first, then rules to switch on or off, such as uecda,eleven-back,no-suit-lock".to_owned()
        );
    }
    let names = Rule::ALL.map(Rule::name);
    for word in words {
        let (name, off) = word.strip_prefix("no-").map_or((word, false), |name| (name, true));
        let Some(rule) = Rule::from_name(name) else {
            let help = match nearest(name, names) {
                Some(near) => format!("did you mean `{}{near}`?", if off { "no-" } else { "" }),
                None => format!("expected {}, optionally with no- before the name", one_of(&names)),
            };
            return Err(format!("`{word}` is not a rule; {help}"));
        };
        let list = if off { &mut switched.off } else { &mut switched.on };
        list.push(rule);
    }
    Ok(switched)
}
