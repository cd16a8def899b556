//! `quadrille mastermind play`: a game at the terminal, or driven line by line by a script.

use std::fmt::Write as _;
use std::io::{BufRead, IsTerminal as _, Read as _, StdinLock, Write as _};
use std::ops::ControlFlow;

use anstream::{AutoStream, ColorChoice};
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::{Args, ValueEnum};
use quadrille::answers::mastermind as answers;
use quadrille::answers::mastermind::letters::{Lettered as _, Letters};
use quadrille::answers::mastermind::play::{Change, Line, PlayHistory, Side, command_among, draw_secret};
use quadrille::answers::mastermind::proposal::{Chooser, Proposal, propose};
use quadrille::experiments::mastermind::text::drawn_pegs;
use quadrille::lanes::Level;
use quadrille::machine::draw_seed;
use quadrille::mastermind::{
    self, AdviseError, CandidatesError, Codeword, Conflict, Examined, Game, Observer, PartialFeedback, Play,
    Row, is_consistent, score,
};
use quadrille::report::figure::{count, counted};

use super::{Lettering, Size, candidates_as_text, conflict_as_text, conflict_in, grade_as_text};
use crate::failure::Failure;
use crate::progress::watched;
use crate::{OutputMode, answer, long_job};

/// Maximum number of listed candidates.
const LISTED: usize = 20;

/// Maximum number of listed corrections if the rows contradict one another.
const WAYS_OUT: usize = 3;

/// Approximate limit of the work for a suggested guess. The unit is the comparison of one guess
/// with one codeword.
const PLAYER_WAITS: u64 = 1 << 32;

/// Maximum length of an input line in bytes, including its end; valid lines are far shorter.
const MOST_BYTES: u64 = 1000;

/// Role of the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Which {
    /// You break the program's code
    Break,
    /// You set a code, which the program breaks
    Make,
    /// The program gives advice for a game that is played elsewhere
    Assist,
}

impl From<Which> for Side {
    fn from(which: Which) -> Self {
        match which {
            Which::Break => Self::Break,
            Which::Make => Self::Make,
            Which::Assist => Self::Assist,
        }
    }
}

fn choosers() -> impl clap::builder::TypedValueParser<Value = Chooser> {
    PossibleValuesParser::new(Chooser::names()).try_map(|name| name.parse::<Chooser>())
}

#[derive(Debug, Args)]
#[command(
    override_usage = "quadrille mastermind play [--pins P] [--colors C]\n    [--game break|make|assist] [--strategy S] [OPTIONS]"
)]
#[command(after_help = "Examples:
  quadrille mastermind play
  quadrille mastermind play --pins 4 --colors 10 --no-repeats --game make
  quadrille mastermind play --pins 5 --colors 8 --game assist --strategy knuth

A game is typed line by line, or read from a pipe; `help` lists the commands. At the end \
of the game, each guess is compared with the best guess. NO_COLOR=1 omits the colours; their characters are \
always printed.")]
pub(crate) struct PlayGame {
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    lettering: Lettering,
    /// Roles of the player and the program
    #[arg(long, value_name = "GAME", value_enum, default_value = "break")]
    game: Which,
    /// Strategy of the program; optimal uses entropy where finding the best guess would take long
    #[arg(long, value_name = "S", value_parser = choosers(), default_value = Chooser::OPTIMAL)]
    strategy: Chooser,
    /// Let the program guess only codes that are still possible
    #[arg(long)]
    possible_only: bool,
    /// Seed of the program's code, 0 to 2^64-1 [default: random, printed]
    #[arg(long, value_name = "N", value_parser = long_job::whole_number, allow_negative_numbers = true)]
    seed: Option<u64>,
}

impl PlayGame {
    pub(crate) fn run(&self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        let game = self.size.game()?;
        if mode.json {
            return Err(Failure::usage(
                "a game is interactive and has no JSON answer; for JSON, use `mastermind advise`, `candidates` or `grade`",
            ));
        }
        let letters = self.lettering.of(game)?;
        if let Some(command) = command_among(&letters) {
            return Err(Failure::usage(format!(
                "--letters: `{command}` would be both a guess and a command; expected other letters"
            )));
        }
        let side = Side::from(self.game);
        let secret = match (side, self.seed) {
            (Side::Break, Some(seed)) => Some(draw_secret(game, seed)),
            (Side::Break, None) => {
                let seed = draw_seed();
                // The seed is needed to repeat the game.
                let _ = writeln!(std::io::stderr(), "seed {seed}");
                Some(draw_secret(game, seed))
            }
            (_, Some(_)) => return Err(Failure::usage("--seed is allowed only with `--game break`")),
            (_, None) => None,
        };
        let conversation = Conversation {
            game,
            letters,
            side,
            chooser: self.strategy,
            possible_only: self.possible_only,
            level,
            mode,
            secret,
            record: PlayHistory::new(),
            proposal: None,
            contradiction: false,
            colored: AutoStream::choice(&std::io::stdout()) != ColorChoice::Never,
        };
        conversation.play(std::io::stdin().lock())
    }
}

/// State of a running game.
struct Conversation {
    game: Game,
    letters: Letters,
    side: Side,
    chooser: Chooser,
    possible_only: bool,
    level: Level,
    mode: OutputMode,
    /// The secret that the program has drawn; `None` in games in which the player does not guess.
    secret: Option<Codeword>,
    record: PlayHistory,
    /// The suggested guess that awaits its feedback.
    proposal: Option<Proposal>,
    /// Whether the rows contradict one another.
    contradiction: bool,
    /// Whether standard output shows colours.
    colored: bool,
}

/// Result of handling a line of input: whether the game continues.
type Flow = Result<ControlFlow<()>, Failure>;

const GOES_ON: Flow = Ok(ControlFlow::Continue(()));
const IS_OVER: Flow = Ok(ControlFlow::Break(()));

impl Conversation {
    fn play(mut self, mut input: StdinLock<'_>) -> Result<(), Failure> {
        let palette: String = self.letters.symbols().chars().map(|symbol| self.peg(symbol)).collect();
        let codewords = counted(self.game.codewords(), "codeword");
        let begin = match self.side {
            Side::Break => "break the code: type a guess",
            Side::Make => "think of a code: answer each guess with its black and white pegs, as in 1,2",
            Side::Assist => "advice for another game: type each guess with its pegs, as in GUESS:1,2",
        };
        answer::text(&format!(
            "{}: {codewords}, colours {palette}\n{begin}\n`help` lists the commands\n",
            self.game
        ))?;
        if self.side != Side::Break && self.look()?.is_break() {
            return Ok(());
        }
        loop {
            self.prompt()?;
            match next_line(&mut input)? {
                None => return answer::text("end of input: the game is over\n"),
                Some(Err(wrong)) => answer::text(&format!("{wrong}\n"))?,
                Some(Ok(text)) => match Line::read_in(&self.letters, self.side, &text) {
                    Err(wrong) => {
                        let _ = say(&wrong.to_string())?;
                    }
                    Ok(line) => {
                        if self.obey(line)?.is_break() {
                            return Ok(());
                        }
                    }
                },
            }
        }
    }

    /// Prints a prompt if standard input is a terminal.
    fn prompt(&self) -> Result<(), Failure> {
        if !std::io::stdin().is_terminal() {
            return Ok(());
        }
        let row = self.record.rows().len() + 1;
        answer::text(&match self.side {
            Side::Break => format!("guess {row}> "),
            Side::Make => "pegs> ".to_owned(),
            Side::Assist => format!("row {row}> "),
        })
    }

    fn obey(&mut self, line: Line) -> Flow {
        match line {
            Line::Empty => GOES_ON,
            Line::Guess(guess) => self.guess(guess),
            Line::Feedback(feedback) => self.feedback(feedback),
            Line::Row(row) => {
                self.record.add(row);
                self.look()
            }
            Line::Edit { row, guess, feedback } => match self.record.edit(row, guess, feedback) {
                Ok(()) => self.look(),
                Err(none) => say(&none.to_string()),
            },
            Line::Drop(row) => match self.record.drop(row) {
                Ok(()) => self.look(),
                Err(none) => say(&none.to_string()),
            },
            Line::Undo => self.undo(),
            Line::Hint => self.hint(),
            Line::Candidates => self.candidates(),
            Line::Rows => {
                let rows = self.record.rows().iter();
                let rows: String = (1..).zip(rows).map(|(number, row)| self.row(number, row)).collect();
                answer::text(if rows.is_empty() { "no rows yet\n" } else { &rows })?;
                GOES_ON
            }
            Line::Resign => {
                if let Some(secret) = self.secret {
                    answer::text(&format!("the code was {}\n", self.codeword(secret)))?;
                }
                self.grades()?;
                IS_OVER
            }
            Line::Quit => IS_OVER,
            Line::Help => {
                answer::text(help(self.side))?;
                GOES_ON
            }
        }
    }

    /// Handles the player's guess at the program's secret.
    fn guess(&mut self, guess: Codeword) -> Flow {
        let Some(secret) = self.secret else { return GOES_ON };
        let row = Row { guess, feedback: score(secret, guess).into() };
        self.record.add(row);
        answer::text(&self.row(self.record.rows().len(), &row))?;
        if self.record.found(self.game).is_some() { self.end() } else { GOES_ON }
    }

    /// Handles feedback for the suggested guess.
    fn feedback(&mut self, feedback: PartialFeedback) -> Flow {
        match &self.proposal {
            Some(Proposal { advice, .. }) => {
                self.record.add(Row { guess: advice.guess, feedback });
                self.look()
            }
            None if self.contradiction => {
                say("the rows contradict one another: first type `edit`, `drop` or `undo`")
            }
            None => say("no guess was proposed: type a guess with its pegs, as in GUESS:1,2"),
        }
    }

    fn undo(&mut self) -> Flow {
        match self.record.undo() {
            None => return say("there is no row to undo"),
            Some(Change::Added) => {
                answer::text(&format!("row {} was removed\n", self.record.rows().len() + 1))?;
            }
            Some(Change::Edited { row, was } | Change::Dropped { row, was }) => {
                answer::text(&self.row(row, &was))?;
            }
        }
        if self.side == Side::Break { GOES_ON } else { self.look() }
    }

    /// Evaluates the rows after a change: code found, contradiction, or next guess.
    fn look(&mut self) -> Flow {
        self.proposal = None;
        self.contradiction = false;
        let rows = self.record.rows();
        if let Some(found) = self.record.found(self.game)
            && is_consistent(rows[found - 1].guess, rows)
        {
            return self.end();
        }
        match self.propose()? {
            Ok(proposal) => {
                let shown = self.tell(&proposal);
                self.proposal = Some(proposal);
                shown
            }
            Err(AdviseError::Contradiction { conflict, .. }) => {
                self.contradiction = true;
                self.explain(conflict.as_ref())
            }
            Err(error) if self.side == Side::Make => Err(match error {
                AdviseError::Candidates(_) | AdviseError::NoneFound { .. } | AdviseError::OutOfMemory(_) => {
                    Failure::unfinished(error)
                }
                error => Failure::usage(error),
            }),
            Err(error) => say(&error.to_string()),
        }
    }

    fn hint(&mut self) -> Flow {
        if self.contradiction {
            return say("the rows contradict one another: no guess can be right");
        }
        if let Some(proposal) = &self.proposal {
            return self.tell(proposal);
        }
        match self.propose()? {
            Ok(proposal) => self.tell(&proposal),
            Err(error) => say(&error.to_string()),
        }
    }

    /// Returns the program's next guess. The outer error ends the program. The inner error is the
    /// reason why there is no guess.
    fn propose(&self) -> Result<Result<Proposal, AdviseError>, Failure> {
        let found = watched("codewords", self.mode, |observer| {
            let (chooser, rows) = (self.chooser, self.record.rows());
            propose(self.game, chooser, self.possible_only, rows, PLAYER_WAITS, self.level, observer)
        })?;
        match found {
            Err(AdviseError::Cancelled(cancelled)) => Err(cancelled.into()),
            found => Ok(found),
        }
    }

    /// Prints the suggested guess and its reason.
    fn tell(&self, proposal: &Proposal) -> Flow {
        let advice = &proposal.advice;
        let looked_at = (!advice.exact).then_some(advice.examined);
        let possible = match (advice.possible, advice.remaining) {
            (_, 1) => "the only codeword that remains",
            (true, _) => "which may be the code",
            (false, _) => "which cannot be the code, but distinguishes the possible codes better",
        };
        let guess = self.codeword(advice.guess);
        let number = self.record.rows().len() + 1;
        let mut text = format!("guess {number}: {guess}, {possible}\n");
        if advice.remaining > 1 {
            let least = if looked_at.is_some_and(|examined| !examined.counted) { "at least " } else { "" };
            let remaining = counted(advice.remaining, "codeword");
            let strategy = self.chooser.strategy();
            let why = match (proposal.turns, looked_at) {
                (Some(turns), _) => {
                    let average = turns as f64 / advice.remaining as f64;
                    format!("the best guess: {average:.3} turns on average")
                }
                (None, None) => format!("chosen by {strategy}"),
                (None, Some(Examined { guesses, .. })) => {
                    format!("chosen by {strategy} among {} guesses", count(guesses))
                }
            };
            let _ = writeln!(text, "  {least}{remaining} remain; {why}");
        }
        answer::text(&text)?;
        GOES_ON
    }

    /// Prints the contradictory rows and possible corrections.
    fn explain(&self, conflict: Option<&Conflict>) -> Flow {
        let (game, rows) = (self.game, self.record.rows());
        let mut text = "no codeword agrees with all rows: at least one feedback must be wrong\n".to_owned();
        if let Some(conflict) = conflict {
            text += &conflict_as_text(rows, &conflict_in(&self.letters, rows, conflict));
        }
        let found = watched("codewords", self.mode, |observer| answers::corrections(game, rows, observer))??;
        if !found.is_empty() {
            text += "changing one of these rows resolves the contradiction:\n";
        }
        for correction in found.iter().take(WAYS_OUT) {
            let (row, feedback) = (correction.row, correction.feedback);
            let left = counted(correction.left, "codeword");
            let _ = writeln!(text, "  edit {row} {feedback}   leaves {left}");
        }
        text += "type `edit`, `drop` or `undo`\n";
        answer::text(&text)?;
        GOES_ON
    }

    fn candidates(&self) -> Flow {
        let (game, rows) = (self.game, self.record.rows());
        let call = |observer: &dyn Observer| mastermind::candidates(game, rows, LISTED, observer);
        match watched("codewords", self.mode, call)? {
            Ok(found) => {
                let listed: Vec<String> = found.first.iter().map(|&code| self.letters.show(code)).collect();
                answer::text(&candidates_as_text(game, found.count, &listed, rows.len()))?;
                GOES_ON
            }
            Err(CandidatesError::Cancelled(cancelled)) => Err(cancelled.into()),
            Err(error) => say(&error.to_string()),
        }
    }

    /// Ends the game after the code is found.
    fn end(&self) -> Flow {
        let turns = self.record.found(self.game).unwrap_or_default() as u64;
        answer::text(&format!("found in {}\n", counted(turns, "turn")))?;
        self.grades()?;
        IS_OVER
    }

    /// Prints the comparison of each guess with the best.
    fn grades(&self) -> Result<(), Failure> {
        let (game, rows) = (self.game, self.record.rows());
        if rows.is_empty() {
            return Ok(());
        }
        if self.contradiction {
            return answer::text("rows that contradict one another are not graded\n");
        }
        if game.codewords() > answers::GRADED {
            return answer::text(
                "a game with this many codewords is graded only by `quadrille mastermind grade`\n",
            );
        }
        let strategy = self.chooser.strategy();
        let play = Play::new(strategy).only_possible(self.possible_only);
        let call = |observer: &dyn Observer| mastermind::grade(game, play, rows, self.level, observer);
        match watched("secrets", self.mode, call)? {
            Ok(grade) => {
                let grade = answers::Grade::new(game, &grade).in_letters(&self.letters);
                answer::text(&grade_as_text(&grade, strategy))
            }
            Err(AdviseError::Cancelled(cancelled)) => Err(cancelled.into()),
            Err(error) => answer::text(&format!("no grades: {error}\n")),
        }
    }

    /// Formats a row of the board, numbered from 1.
    fn row(&self, number: usize, row: &Row) -> String {
        let pins = row.guess.pins();
        format!("{number:>3}  {}  {}\n", self.codeword(row.guess), drawn_pegs(row.feedback, pins))
    }

    /// Formats a codeword: coloured pegs with the colours' letters, or the characters alone.
    fn codeword(&self, code: Codeword) -> String {
        self.letters.show(code).chars().map(|symbol| self.peg(symbol)).collect()
    }

    /// Formats a peg: the character of its colour, on a background of this colour if colours are
    /// shown. The peg is wide if the line has room.
    fn peg(&self, symbol: char) -> String {
        if !self.colored {
            return symbol.to_string();
        }
        let color = self.letters.color(symbol).unwrap_or_default();
        let (back, dark) = COLORS[color % COLORS.len()];
        let ink = if dark { 231 } else { 16 };
        let gap = if self.game.pins() <= WIDE_PINS { " " } else { "" };
        format!("\u{1b}[48;5;{back}m\u{1b}[38;5;{ink}m{gap}{symbol}{gap}\u{1b}[0m")
    }
}

/// Maximum number of pins for which pegs are three columns wide.
const WIDE_PINS: usize = 8;

/// The colours of the pegs: index among the 256 terminal colours, and whether the letter is white.
const COLORS: [(u8, bool); Game::MAX_COLORS] = [
    (160, true),
    (34, false),
    (220, false),
    (27, true),
    (170, false),
    (44, false),
    (208, false),
    (255, false),
    (244, false),
    (94, true),
    (218, false),
    (154, false),
    (18, true),
    (93, true),
    (30, true),
];

/// Prints a sentence and continues the game.
fn say(sentence: &str) -> Flow {
    answer::text(&(textwrap::fill(sentence, 80) + "\n"))?;
    GOES_ON
}

/// Returns the list of commands.
fn help(side: Side) -> &'static str {
    match side {
        Side::Break => {
            "\
GUESS        a codeword, one character per pin
hint         suggests a guess
candidates   number of possible codewords, and the first twenty
rows         the guesses so far
undo         removes the last guess
resign       shows the code and grades the guesses
quit         leaves the game
"
        }
        Side::Make => {
            "\
B,W          the black and white pegs of the guess, such as 1,2 or 1 2; 1 or
             1,? if only the black ones are known, ?,2 if only the white ones
edit ROW B,W changes a row's pegs
drop ROW     removes a row
undo         reverts the last change
rows         the rows so far
hint         repeats the guess
candidates   number of possible codewords, and the first twenty
resign       ends the game and grades the guesses
quit         leaves the game
"
        }
        Side::Assist => {
            "\
GUESS:B,W    your guess with its black and white pegs, such as 1122:1,2 or
             1122 1 2; 1122:1 if only the black ones are known
B,W          the same for the suggested guess
edit ROW B,W changes a row's pegs; edit ROW GUESS:B,W also its guess
drop ROW     removes a row
undo         reverts the last change
rows         the rows so far
hint         repeats the suggested guess
candidates   number of possible codewords, and the first twenty
resign       ends the game and grades the guesses
quit         leaves the game
"
        }
    }
}

/// Reads the next line of input; `None` at the end of input. The inner error explains why the line
/// is invalid; the game then continues.
fn next_line(input: &mut StdinLock<'_>) -> Result<Option<Result<String, &'static str>>, Failure> {
    let failed = |error| Failure::unfinished(format!("cannot read standard input: {error}"));
    let mut line = Vec::new();
    let read = input.by_ref().take(MOST_BYTES).read_until(b'\n', &mut line).map_err(failed)?;
    if read == 0 {
        return Ok(None);
    }
    if read as u64 == MOST_BYTES && !line.ends_with(b"\n") {
        input.skip_until(b'\n').map_err(failed)?;
        return Ok(Some(Err("this line is too long")));
    }
    Ok(Some(String::from_utf8(line).map_err(|_| "this line is not text in UTF-8")))
}
