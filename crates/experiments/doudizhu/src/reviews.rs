//! Records and situations for advice and reviews.

use quadrille_doudizhu::game::{Contract, Position, PositionParts, Scoring, Seat, Setup, Table};
use quadrille_doudizhu::records::{self, Fault};
use quadrille_doudizhu::{Hand, Kind, Move, Rules};
use quadrille_experiments_cards::reviews::{GameCourse, Language, RecordedGame, Records, ReviewedGame};
use quadrille_table::records::RecordFault as _;

use crate::DouDizhu;
use crate::words::kind_in_chinese;

impl ReviewedGame for DouDizhu {
    /// Reads JSON lines. Unfinished games are accepted.
    fn records(text: &str) -> Result<Records<Table>, String> {
        let mut found = Records { games: Vec::new(), cut: None };
        for checked in records::read_unfinished(text.as_bytes()) {
            let checked = match checked {
                Ok(checked) => checked,
                Err(error) if Fault::is_cut(&error.fault) => {
                    found.cut = Some(error.to_string());
                    break;
                }
                Err(error) => return Err(error.to_string()),
            };
            let (start, actions) = checked.course();
            let names = checked.record.players().map_or_else(Vec::new, |names| names.to_vec());
            found.games.push(RecordedGame { names, course: GameCourse { start, actions } });
        }
        Ok(found)
    }

    fn word_in(language: Language, word: &str) -> Option<String> {
        if language != Language::Zh {
            return None;
        }
        Some(match word {
            "Dou Dizhu" => "斗地主".to_owned(),
            "landlord" => "地主".to_owned(),
            "peasant" => "农民".to_owned(),
            "passed" => "不出".to_owned(),
            _ => {
                const FACTS: [(&str, &str); 4] = [
                    ("stock ", "底牌"),
                    ("bid ", "叫分"),
                    ("bombs ", "炸弹"),
                    ("the landlord's open hand ", "地主明牌"),
                ];
                let fact = FACTS.iter().find_map(|(english, chinese)| {
                    word.strip_prefix(english).map(|value| format!("{chinese} {value}"))
                });
                match fact {
                    Some(fact) => fact,
                    None => kind_in_chinese(word.replace(' ', "_").parse::<Kind>().ok()?).to_owned(),
                }
            }
        })
    }
}

/// The largest number of cards in a hand: the landlord's 17 cards and the stock.
const MOST_CARDS: u32 = 20;

/// A decision in a game without a record, described by the information of the seat to move.
#[derive(Debug, Clone)]
pub struct Situation {
    /// The rules of moves.
    pub rules: Rules,
    /// The role of the seat to move. The order of play is landlord, `down`, `up`.
    pub role: Role,
    /// The seat's cards.
    pub hand: Hand,
    /// The move to beat and the role of the seat that played it; `None` if the seat leads.
    pub on: Option<(Move, Role)>,
    /// All cards played so far, including the cards on the table.
    pub played: Hand,
    /// The number of cards of the next seat, then the number of cards of the seat after it.
    pub sizes: [u32; 2],
    /// The three cards of the stock; empty if unknown.
    pub stock: Hand,
}

/// A role at the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Role {
    /// The landlord.
    #[default]
    Landlord,
    /// The peasant who plays after the landlord.
    Down,
    /// The peasant who plays before the landlord.
    Up,
}

impl Role {
    /// All roles, in the order of play.
    pub const ALL: [Self; 3] = [Self::Landlord, Self::Down, Self::Up];

    /// Returns the name of the role in commands.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Landlord => "landlord",
            Self::Down => "down",
            Self::Up => "up",
        }
    }
}

quadrille_table::by_name!(Role, "role");

impl Situation {
    /// Returns a table at which the seat of this situation is to move. Seat 0 is the landlord. The
    /// unseen cards are distributed arbitrarily, since advice does not depend on their
    /// distribution.
    ///
    /// # Errors
    /// The reason why the situation cannot occur.
    pub fn table(&self) -> Result<Table, String> {
        let Self { rules, role, hand, on, played, sizes, stock } = *self;
        let seat = |role: Role| Seat::ALL[role as usize];
        let rest = Hand::PACK.remove(hand).ok_or("the hand has more cards of a rank than a pack")?;
        let unseen = rest
            .remove(played)
            .ok_or("the hand and the played cards together have more cards of a rank than a pack")?;
        if let Some(size) = [hand.len(), sizes[0], sizes[1]].into_iter().find(|&size| size > MOST_CARDS) {
            return Err(format!("a hand of {size} cards; expected at most {MOST_CARDS}"));
        }
        if unseen.len() != sizes.iter().sum::<u32>() {
            let (unseen, sizes) = (unseen.len(), sizes.iter().sum::<u32>());
            return Err(format!(
                "{unseen} cards are neither in the hand nor played, but the other two hands together have {sizes} cards"
            ));
        }
        let of_landlord = if role == Role::Landlord { Hand::PACK } else { rest };
        if !stock.is_empty() && (stock.len() != 3 || of_landlord.remove(stock).is_none()) {
            return Err(format!("`{stock}` is not a stock; expected three cards that no peasant holds"));
        }
        if let Some((chosen, _)) = on
            && played.remove(chosen.cards()).is_none()
        {
            return Err(format!("the cards on the table, {chosen}, are not among the played cards"));
        }
        let mut parts = PositionParts {
            on_table: on.map(|(chosen, by)| (seat(by), chosen)),
            ..PositionParts::new([Hand::EMPTY; 3], Seat::ALL[0], seat(role))
        };
        if let Some((chosen, by)) = on {
            parts.moves_made[seat(by).index()] = 1;
            parts.bombs = u8::from(chosen.is_bomb_or_rocket());
        }
        let parts = parts.seen(seat(role), hand, unseen, sizes[0]).map_err(|error| error.to_string())?;
        let position = Position::try_from(parts).map_err(|error| error.to_string())?;
        let mut table = Table::default();
        table.begin_at(&Setup::new(rules, Scoring::Wp), Contract::plain(Seat::ALL[0]), stock, position);
        Ok(table)
    }
}
