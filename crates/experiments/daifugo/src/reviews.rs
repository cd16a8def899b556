//! Records and situations for advice and reviews.

use quadrille_daifugo::Rank;
use quadrille_daifugo::game::{Decision, Facts, PublicState, Table, View};
use quadrille_daifugo::melds::{Hand, Meld, Melds, Trick};
use quadrille_daifugo::records::json;
use quadrille_daifugo::rules::{Rule, Rules};
use quadrille_experiments_cards::reviews::{GameCourse, Language, RecordedGame, Records, ReviewedGame};
use quadrille_random::StreamKey;
use quadrille_table::Sample as _;
use quadrille_uecda_protocol::{Format, read};

use crate::league::Daifugo;

impl ReviewedGame for Daifugo {
    /// Reads JSON lines, logs of the official server, and records of `FujiGokoro`.
    fn records(text: &str) -> Result<Records<Table>, String> {
        let parts: Vec<(usize, &str)> =
            if Format::of(text) == Some(Format::Json) { json::each(text).collect() } else { vec![(0, text)] };
        let mut found = Records { games: Vec::new(), cut: None };
        for (before, text) in parts {
            let read = read(text).map_err(|mut error| {
                error.line += before;
                error.to_string()
            })?;
            let record = read.record;
            for number in 0..record.games.len() {
                let Some(course) = record.course(number) else { break };
                let (start, actions) = course.map_err(|error| format!("game {number}: {error}"))?;
                let course = GameCourse { start, actions };
                found.games.push(RecordedGame { names: record.players.clone(), course });
            }
            if let Some(cut) = read.cut {
                found.cut = Some(cut.to_string());
                break;
            }
        }
        Ok(found)
    }

    fn word_in(language: Language, word: &str) -> Option<String> {
        if language != Language::Ja {
            return None;
        }
        let number = |before: &str, after: &str| word.strip_prefix(before)?.strip_suffix(after);
        Some(match word {
            "single" => "1枚出し".to_owned(),
            "pair" => "2枚組".to_owned(),
            "joker" => "ジョーカー".to_owned(),
            "gift" => "交換".to_owned(),
            "Daifugo" | "daifugo" => "大富豪".to_owned(),
            "fugo" => "富豪".to_owned(),
            "heimin" => "平民".to_owned(),
            "hinmin" => "貧民".to_owned(),
            "daihinmin" => "大貧民".to_owned(),
            "passed" => "パス".to_owned(),
            "out" => "終了".to_owned(),
            "revolution" => "革命中".to_owned(),
            "11-back" => "11バック中".to_owned(),
            "rank lock" => "数しばり".to_owned(),
            "turn order reversed" => "逆回り".to_owned(),
            _ => {
                if let Some(size) = number("", " of a kind") {
                    format!("{size}枚組")
                } else if let Some(size) = number("sequence of ", "") {
                    format!("{size}枚の階段")
                } else if let Some(place) = number("finished in place ", "") {
                    format!("{place}位")
                } else {
                    let named = [
                        ("suit lock ", "しばり"),
                        ("given: ", "渡した札"),
                        ("received: ", "受け取った札"),
                        ("to return: ", "返す枚数"),
                    ];
                    let found = |(english, japanese)| Some(format!("{japanese} {}", number(english, "")?));
                    return named.into_iter().find_map(found);
                }
            }
        })
    }
}

/// A decision of seat 0 in a game without a record, described by the information that seat 0 has.
#[derive(Debug, Clone)]
pub struct Situation {
    /// The rules, with the numbers of players and jokers.
    pub rules: Rules,
    /// The cards of seat 0.
    pub hand: Hand,
    /// The numbers of cards of the other seats, in the order of play; 0 for seats that are out.
    pub sizes: Vec<u32>,
    /// All cards played so far, including the cards on the table.
    pub played: Hand,
    /// The meld on the table and the seat that played this meld; `None` if seat 0 leads.
    pub on: Option<(Meld, usize)>,
    /// The seats that have passed since the table was cleared.
    pub passed: Vec<usize>,
    /// Whether a revolution is in effect.
    pub revolution: bool,
    /// Whether suits are locked.
    pub suit_lock: bool,
}

impl Situation {
    /// Returns a table at which seat 0 is to move. The unseen cards are distributed arbitrarily;
    /// advice does not depend on their distribution.
    ///
    /// # Errors
    /// Returns the reason why the situation cannot occur.
    pub fn table(&self) -> Result<Table, String> {
        let number = |seat: usize| u8::try_from(seat).map_err(|_| format!("there is no seat {seat}"));
        let small = |size: u32| u8::try_from(size).map_err(|_| format!("a hand cannot have {size} cards"));
        let others = self.sizes.iter().map(|&size| small(size));
        let sizes: Vec<u8> =
            std::iter::once(small(self.hand.len())).chain(others).collect::<Result<_, String>>()?;
        let mut facts = Facts::new(self.rules, &sizes, self.played, 0);
        if let Some((meld, by)) = self.on {
            let trick = Trick { suit_lock: self.suit_lock, ..Trick::new(meld) };
            facts.trick = Some(trick);
            facts.owner = number(by)?;
        }
        let mut passed = self.passed.clone();
        passed.sort_unstable();
        passed.dedup();
        if let Some((meld, by)) = self.on {
            let cuts = self.rules.has(Rule::EightCut) && meld.shows(Rank::EIGHT);
            if cuts {
                return Err(format!("{meld} clears the table, so it cannot be beaten"));
            }
            let between = (by + 1..sizes.len()).filter(|&seat| sizes[seat] > 0);
            if let Some(seat) = between.into_iter().find(|seat| !passed.contains(seat)) {
                return Err(format!(
                    "seat {seat} is between seat {by} and you; expected it among the seats that have passed"
                ));
            }
        }
        facts.passed = passed.iter().map(|&seat| number(seat)).collect::<Result<_, String>>()?;
        facts.idle = facts.passed.len() as u8;
        facts.revolution = self.revolution;
        facts.finished = (1..sizes.len() as u8).filter(|&seat| sizes[usize::from(seat)] == 0).collect();
        let state = PublicState::new(&facts).map_err(|error| error.to_string())?;
        let mut melds = Melds::new();
        let view = View::new(&state, 0, self.hand, &mut melds, &[]).map_err(|error| error.to_string())?;
        let table = Table::sample(&Decision::Play(view), &mut StreamKey::new(0, 0).rng());
        table.map_err(|error| error.to_string())
    }
}
