//! The checks of the fuzz targets. Each target passes its bytes to a function of this file. An
//! ordinary test passes the stored corpus to the same functions.

use quadrille::answers::mastermind::letters::Letters;
use quadrille::answers::mastermind::play::{self, Line, Side, command_among};
use quadrille::answers::mastermind::tree;
use quadrille::combat::{Profile, fuzz_condition, fuzz_fight};
use quadrille::daifugo::dominance::Order;
use quadrille::daifugo::melds::Meld;
use quadrille::daifugo::players::PlayerKind;
use quadrille::daifugo::records::json;
use quadrille::daifugo::surewin::{Position, sure_win, sure_win_groups};
use quadrille::daifugo::{CardSet, CardSetError};
use quadrille::diagnostics::Source;
use quadrille::doudizhu::endgame::files::{PuzzleLine, StrategyFile};
use quadrille::doudizhu::records::{self, Record};
use quadrille::doudizhu::{Hand, HandError, MoveBuffer, MoveError, Rules};
use quadrille::hearts::Hearts;
use quadrille::kinds::REGISTRY;
use quadrille::lanes::Level;
use quadrille::life::formats::{
    Contents, Format, ReadOptions, Tolerance, read, read_contents, read_leniently, read_with_options,
};
use quadrille::life::{Apgcode, Rule, RuleSpec};
use quadrille::mastermind::{
    Codeword, Conflict, Feedback, Game, PartialFeedback, Repeats, Row, candidates, score,
};
use quadrille::runner::Identity;
use quadrille::runner::sealed::{Content, Sealed, StageMark};
use quadrille::runs::offline::merge;
use quadrille::runs::{RunFailure, RunOptions};
use quadrille::table::{self, records::Entry};
use quadrille::uecda_protocol::{Client, ContestSettings, Expected, Match, Message, Version};
use quadrille::uecda_protocol::{fujigokoro, official};

/// Reads bytes as an experiment file. It is read, or refused with a position inside the file.
pub fn experiment_file(bytes: &[u8]) {
    let file = Source::from_bytes("fuzz.toml", bytes.to_vec()).and_then(|source| REGISTRY.read(source));
    if let Err(error) = file {
        assert!(error.span().end <= error.source().text().len());
        assert!(error.to_string().contains("fuzz.toml:"));
    }
}

/// Reads the size of a game of Mastermind (two bytes) and rows, one per line. Rows are written back
/// unchanged, or refused with a reason.
pub fn mastermind_rows(bytes: &[u8]) {
    let [size, shape, text @ ..] = bytes else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let repeats = if shape & 0x80 == 0 { Repeats::Allowed } else { Repeats::Forbidden };
    let Ok(game) = Game::new(u32::from(size % 18), u32::from(shape % 17), repeats) else { return };
    let lines: Vec<&str> = text.lines().take(8).collect();
    match Row::parse_all(game, &lines) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(rows) => {
            for (row, line) in rows.iter().zip(&lines) {
                let written = format!("{}:{}", game.show(row.guess), row.feedback);
                assert_eq!(Row::parse(game, &written).as_ref(), Ok(row));
                // Every digit of the pegs occurs in the text.
                let text = row.feedback.to_string();
                assert!(text.chars().all(|sign| matches!(sign, ',' | '?') || line.contains(sign)));
            }
            if game.codewords() <= 10_000
                && let Ok(found) = candidates(game, &rows, 3, &())
            {
                assert!(found.first.len() as u64 <= found.count);
                for code in found.first {
                    assert!(rows.iter().all(|row| row.feedback.agrees(score(code, row.guess))));
                }
            }
        }
    }
}

/// Reads bytes as a strategy of Mastermind. A valid strategy is written and read back unchanged;
/// any other is refused with a position inside the text.
pub fn mastermind_tree(bytes: &[u8]) {
    let Ok(source) = Source::from_bytes("tree.json", bytes.to_vec()) else { return };
    match tree::check(&source) {
        Err(error) => {
            assert!(error.span().end <= error.source().text().len());
            assert!(error.to_string().contains("tree.json:"));
        }
        Ok((strategy, checked)) => {
            let walk = strategy.walk().expect("a checked strategy can be walked");
            assert_eq!(walk.total_turns(), checked.total_turns);
            let written = tree::TreeFile::new(&strategy, &walk).to_json();
            let again = tree::check(&Source::new("again", written)).expect("a written strategy can be read");
            assert_eq!(again, (strategy, checked));
        }
    }
}

/// Reads the size of a game (two bytes), a side (one byte), a line with letters (empty for no
/// letters) and the lines of a game. A line is read and, if it changes the rows, applied; or it is
/// refused with a printable sentence.
pub fn mastermind_lines(bytes: &[u8]) {
    let [pins, shape, side, text @ ..] = bytes else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let repeats = if shape & 0x80 == 0 { Repeats::Allowed } else { Repeats::Forbidden };
    let Ok(game) = Game::new(u32::from(pins % 18), u32::from(shape % 17), repeats) else { return };
    let side = [Side::Break, Side::Make, Side::Assist][usize::from(side % 3)];
    let (own, lines) = text.split_once('\n').unwrap_or(("", text));
    let letters = match Letters::new(game, Some(own).filter(|own| !own.is_empty())) {
        Ok(letters) => letters,
        Err(error) => return assert!(!error.to_string().contains(char::is_control)),
    };
    let mut record = play::PlayHistory::new();
    for line in lines.lines().take(40) {
        match Line::read_in(&letters, side, line) {
            Err(error) => assert!(!error.to_string().contains(char::is_control), "{error}"),
            Ok(Line::Guess(guess)) => {
                assert!(side == Side::Break && game.check(guess).is_ok());
                // The written guess is read as the same guess, unless it is also a command.
                if command_among(&letters).is_none() {
                    assert_eq!(Line::read_in(&letters, side, &letters.show(guess)), Ok(Line::Guess(guess)));
                }
            }
            Ok(Line::Row(row)) => {
                assert!(side == Side::Assist && game.check(row.guess).is_ok());
                let written = format!("{}:{}", letters.show(row.guess), row.feedback);
                assert_eq!(letters.read_rows(&[written]).expect("a written row can be read"), [row]);
                record.add(row);
            }
            Ok(Line::Edit { row, guess, feedback }) => {
                let there = (1..=record.rows().len()).contains(&row);
                assert_eq!(record.edit(row, guess, feedback).is_ok(), there);
            }
            Ok(Line::Drop(row)) => {
                let there = (1..=record.rows().len()).contains(&row);
                assert_eq!(record.drop(row).is_ok(), there);
            }
            Ok(Line::Undo) => {
                record.undo();
            }
            Ok(_) => {}
        }
    }
    while record.undo().is_some() {}
    assert!(record.rows().is_empty());
}

/// Reads a small size (two bytes) and up to six rows (three bytes each; in a quarter of them one
/// number of the feedback is unknown). The conflict among the rows equals the result of a search of
/// all codewords and all sets of rows.
pub fn mastermind_conflict(bytes: &[u8]) {
    let [pins, colors, rows @ ..] = bytes else { return };
    let repeats = if pins & 0x80 == 0 { Repeats::Allowed } else { Repeats::Forbidden };
    let Ok(game) = Game::new(u32::from(pins % 4) + 1, u32::from(colors % 5) + 1, repeats) else { return };
    let codes: Vec<Codeword> = game.iter().collect();
    let row = |bytes: &[u8]| {
        let mut feedback =
            PartialFeedback::from(Feedback::from_index(usize::from(bytes[2]) % game.feedbacks()));
        match bytes[2] >> 5 {
            6 => feedback.black = None,
            7 => feedback.white = None,
            _ => {}
        }
        let guess = codes[usize::from(u16::from_le_bytes([bytes[0], bytes[1]])) % codes.len()];
        Row { guess, feedback }
    };
    let rows: Vec<Row> = rows.chunks_exact(3).take(6).map(row).collect();

    // For each codeword, the rows with which it agrees. For the nearest codeword, the number of
    // other rows, the pegs changed in them, and the codeword.
    let mut agreed = Vec::new();
    let mut nearest = (usize::MAX, 0, codes[0]);
    for &code in &codes {
        let (mut set, mut changed, mut pegs) = (0u8, 0, 0);
        for (at, row) in rows.iter().enumerate() {
            let read = score(code, row.guess);
            let agrees = row.feedback.agrees(read);
            set |= u8::from(agrees) << at;
            changed += usize::from(!agrees);
            pegs += if agrees { 0 } else { pegs_apart(game, read, row.feedback) };
        }
        agreed.push(set);
        nearest = nearest.min((changed, pegs, code));
    }
    let (changed, pegs_changed, code) = nearest;
    let conflict = Conflict::among(game, &rows, &()).expect("the observer never cancels");
    let Some(Conflict { rows: clash, reading, pegs, .. }) = conflict else {
        return assert!(rows.is_empty() || changed == 0, "a contradiction was not found");
    };
    assert!(changed > 0, "{clash:?} do not contradict one another");

    let agree = |set: u8| agreed.iter().any(|&agreed| agreed & set == set);
    let set = clash.iter().fold(0u8, |set, row| set | 1 << (row - 1));
    assert!(clash.is_sorted() && !agree(set), "{clash:?} agree");
    let smallest = (0..1u8 << rows.len()).filter(|&set| !agree(set)).map(u8::count_ones).min();
    assert_eq!(Some(clash.len() as u32), smallest, "{clash:?} is not the smallest set");

    assert_eq!((reading.len(), pegs), (changed, pegs_changed));
    for (at, row) in rows.iter().enumerate() {
        let reread = reading.iter().find(|reread| reread.row == at + 1);
        let read = reread.map_or(row.feedback, |reread| reread.feedback.into());
        let agrees = read.agrees(score(code, row.guess));
        assert!(agrees, "row {} of {rows:?} is read as {reading:?}", at + 1);
    }
}

/// Returns the number of pins at which two feedbacks differ, where each pin is black, white or
/// empty. An unknown number is chosen so that the difference is smallest.
fn pegs_apart(game: Game, a: Feedback, b: PartialFeedback) -> u32 {
    let places = |feedback: Feedback| {
        let empty = game.pins() - usize::from(feedback.black) - usize::from(feedback.white);
        [usize::from(feedback.black), usize::from(feedback.white), empty]
    };
    let same = |b: Feedback| -> usize { places(a).iter().zip(places(b)).map(|(&a, b)| a.min(b)).sum() };
    let all = (0..game.feedbacks()).map(Feedback::from_index).filter(|&full| b.agrees(full));
    (game.pins() - all.map(same).max().expect("a number of pegs of this game")) as u32
}

/// Reads bytes as a profile of a fight. It is read, or refused with positions inside the file.
pub fn combat_profile(bytes: &[u8]) {
    let Ok(source) = Source::from_bytes("fuzz.toml", bytes.to_vec()) else { return };
    if let Err(errors) = Profile::parse(&source) {
        assert!(!errors.is_empty());
        for error in errors {
            assert!(error.span().end <= source.text().len());
        }
    }
}

/// Reads a text as a condition of an action list. It is refused, or the compiled condition has the
/// value of its syntax tree.
pub fn combat_condition(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        fuzz_condition(text);
    }
}

/// Builds a profile from bytes. It is refused, or the engine and the plain simulator give the same
/// fight.
pub fn combat_fight(bytes: &[u8]) {
    fuzz_fight(bytes);
}

/// Reads bytes as a pattern in RLE.
pub fn life_rle(bytes: &[u8]) {
    // After a remark, no text is read as plaintext. A text that begins with a bracket is a
    // macrocell.
    let text = String::from_utf8_lossy(bytes);
    let mut lines =
        text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    if !lines.next().is_some_and(|line| line.starts_with('[')) {
        life_pattern([b"#\n", bytes].concat(), Format::Rle);
    }
}

/// Reads a text as a rule with bounds. It is refused with a position inside the text, or it is
/// written and read back unchanged, and its table gives the same rule.
pub fn life_rule(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match RuleSpec::read_leniently(text) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok((spec, complaints)) => {
            assert!(complaints.iter().all(|complaint| complaint.offset <= text.len()));
            assert_eq!(text.parse::<RuleSpec>().is_ok(), complaints.is_empty());
            let printed = spec.to_string();
            assert_eq!(printed.parse::<RuleSpec>().as_ref(), Ok(&spec), "{printed}");
            assert_eq!(Rule::from_table(spec.rule.table()), spec.rule);
        }
    }
}

/// Reads a text as the code of an object. It is refused with a position inside the text, or it is
/// written back unchanged and has a picture.
pub fn life_apgcode(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match text.parse::<Apgcode>() {
        Err(error) => {
            assert!(error.to_string().starts_with("apgcode"));
            assert!(error.column.is_none_or(|column| (1..=text.chars().count() + 1).contains(&column)));
        }
        Ok(code) => {
            assert!(Apgcode::is_like(text));
            assert_eq!(code.to_string(), text);
            assert!(code.period().is_some_and(|period| period > 0));
            let pattern = code.to_pattern().expect("a picture");
            assert!((1..=5 * text.len() as u128).contains(&pattern.population()));
        }
    }
}

/// Reads bytes as a pattern in plaintext.
pub fn life_cells(bytes: &[u8]) {
    life_pattern([b"!Name: fuzz\n", bytes].concat(), Format::Cells);
}

/// Reads bytes as a pattern in Life 1.06.
pub fn life_106(bytes: &[u8]) {
    life_pattern([b"#Life 1.06\n", bytes].concat(), Format::Life106);
}

/// Reads bytes as a pattern in Life 1.05. It is refused with a position inside the file, or it has
/// the same cells when it is written in Life 1.06.
pub fn life_105(bytes: &[u8]) {
    let Ok(source) = Source::from_bytes("fuzz", [b"#Life 1.05\n", bytes].concat()) else { return };
    match read(&source) {
        Err(error) => assert!(error.span().end <= source.text().len()),
        Ok((format, pattern)) => {
            assert_eq!(format, Format::Life105);
            let mut written = Vec::new();
            Format::Life106.write(&pattern, &mut written).expect("a valid pattern can be written");
            let again = Source::from_bytes("again", written).expect("text");
            let (_, again) = read(&again).expect("a written pattern can be read");
            assert_eq!(again.spans(), pattern.spans());
        }
    }
}

/// Reads bytes as a macrocell. It is refused with a position inside the file, or it is written and
/// read back unchanged, also from a list of its cells.
pub fn life_macrocell(bytes: &[u8]) {
    let Ok(source) = Source::from_bytes("fuzz", [b"[M2] (fuzz)\n", bytes].concat()) else { return };
    match read_with_options(&source, ReadOptions::default().tolerance(Tolerance::Marks)) {
        Err(error) => {
            assert!(error.span().end <= source.text().len());
            assert!(read_contents(&source).is_err());
        }
        Ok((format, contents, warnings)) => {
            assert_eq!(format, Format::Macrocell);
            assert_eq!(read_contents(&source).is_ok(), warnings.is_empty());
            assert_eq!(overruled(&source).population(), contents.population());
            let mut written = Vec::new();
            contents.write(format, &mut written).expect("a valid pattern can be written");
            let again = Source::from_bytes("again", written.clone()).expect("text");
            let (_, again) = read_contents(&again).expect("a written pattern can be read");
            assert_eq!(again.population(), contents.population());
            let mut twice = Vec::new();
            again.write(format, &mut twice).expect("a valid pattern can be written");
            assert_eq!(twice, written, "the form is canonical");
            if contents.population() < 1_000_000u32.into()
                && let Ok(listed) = contents.into_pattern()
            {
                let mut listed_again = Vec::new();
                Contents::from(listed).write(format, &mut listed_again).expect("a pattern can be written");
                assert_eq!(listed_again, written, "the same cells");
            }
        }
    }
}

/// Reads a valid pattern again, with another rule that replaces its own.
fn overruled(source: &Source) -> Contents {
    let options =
        ReadOptions::default().tolerance(Tolerance::Lenient).rule("B36/S23".parse().expect("a rule"));
    let (_, contents, _) = read_with_options(source, options).expect("only the rule differs");
    assert_eq!(contents.rule().map(|spec| spec.rule.to_string()).as_deref(), Some("B36/S23"));
    contents
}

/// Reads a pattern. It is refused with a position inside the file, or it is written and read back
/// unchanged.
fn life_pattern(bytes: Vec<u8>, expected: Format) {
    let Ok(source) = Source::from_bytes("fuzz", bytes) else { return };
    match read_leniently(&source) {
        Err(error) => {
            assert!(error.span().end <= source.text().len());
            assert!(read(&source).is_err());
        }
        Ok((format, pattern, warnings)) => {
            assert_eq!(format, expected);
            assert!(warnings.iter().all(|warning| warning.span().end <= source.text().len()));
            assert_eq!(read(&source).is_ok(), warnings.is_empty());
            assert_eq!(overruled(&source).population(), pattern.population().into());
            let mut written = Vec::new();
            // Plaintext may be too large to be written.
            if pattern.bounding_box().is_none_or(|area| format == Format::Rle || area.width < 1 << 20) {
                format.write(&pattern, &mut written).expect("a valid pattern can be written");
                let again = Source::from_bytes("again", written.clone()).expect("text");
                let (_, again) = read(&again).expect("a written pattern can be read");
                assert_eq!(
                    (again.spans().len(), again.population()),
                    (pattern.spans().len(), pattern.population())
                );
                let mut twice = Vec::new();
                format.write(&again, &mut twice).expect("a valid pattern can be written");
                assert_eq!(twice, written, "the form is canonical");
            }
        }
    }
}

/// Reads bytes as records of games. Each game is replayed and written back as the same game, or
/// refused with a line and a reason.
pub fn doudizhu_records(bytes: &[u8]) {
    for read in records::read(bytes).take(16) {
        match read {
            Err(error) => assert!(error.line >= 1 && !error.fault.to_string().is_empty()),
            Ok(checked) => {
                let written = Record::of(&checked.game, None).expect("a recorded game is over");
                let written = format!("{written}\n");
                let again =
                    records::read(written.as_bytes()).next().expect("a line").expect("a correct record");
                assert_eq!(again.game, checked.game);
            }
        }
    }
}

/// Reads a text as a puzzle and as a strategy. A puzzle is written back with the same position, and
/// a strategy is checked; or the text is refused with a reason.
pub fn doudizhu_endgame(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let read = PuzzleLine::read(text).and_then(|puzzle| puzzle.endgame());
    if let Ok((rules, endgame)) = read {
        match endgame.position() {
            Ok(position) => {
                let (same, again) =
                    PuzzleLine::of(rules, &endgame).endgame().expect("a written puzzle can be read");
                assert_eq!((same, again.position()), (rules, Ok(position)));
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    if let Ok(strategy) = StrategyFile::read(text).and_then(|file| file.strategy()) {
        match strategy.check(&()) {
            Ok(checked) => assert!(checked.positions <= strategy.moves.len() as u64),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// Reads a text as a hand of Dou Dizhu. It is written and read back unchanged, or refused at one of
/// its characters.
pub fn doudizhu_hand(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match text.parse::<Hand>() {
        Ok(hand) => {
            assert!(hand.len() <= 54);
            assert!(Hand::PACK.contains(hand));
            assert_eq!(hand.to_string().parse(), Ok(hand));
            assert_eq!(Hand::try_from(hand.bits()), Ok(hand));
            let rest = Hand::PACK.remove(hand).expect("a pack contains every hand");
            assert_eq!(rest.add(hand), Some(Hand::PACK));
        }
        Err(HandError::Unknown { position, .. } | HandError::Extra { position, .. }) => {
            let good: String = text.chars().take(position - 1).collect();
            assert!(good.parse::<Hand>().is_ok(), "{good:?}");
        }
        Err(other) => panic!("{other}"),
    }
}

/// Reads rules (one byte) and a text as a move of Dou Dizhu. A second move may follow after a
/// space; it is the move to be beaten.
pub fn doudizhu_move(bytes: &[u8]) {
    let [which, text @ ..] = bytes else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let mut rules = Rules::PRESETS[usize::from(which % 4)];
    for (bit, turn) in
        [Rules::with_space_shuttle, Rules::without_trio_pair, Rules::without_four_two].iter().enumerate()
    {
        if which >> (2 + bit) & 1 != 0 {
            rules = turn(rules);
        }
    }
    assert_eq!(rules.to_string().parse(), Ok(rules));
    let mut words = text.split(' ');
    let mv = match words.next().map(|word| rules.parse_move(word)) {
        Some(Ok(mv)) => mv,
        Some(Err(MoveError::NoMove { cards, .. })) => {
            assert!(!cards.is_empty());
            return;
        }
        _ => return,
    };
    assert_eq!(rules.parse_move(&mv.to_string()), Ok(mv));
    let mut moves = MoveBuffer::new();
    rules.leads(mv.cards(), &mut moves);
    assert!(mv.is_pass() || moves.contains(&mv));
    if let Some(Ok(on)) = words.next().map(|word| rules.parse_move(word)) {
        assert!(!(mv.beats(on) && on.beats(mv)));
        rules.follows(mv.cards(), on, &mut moves);
        assert_eq!(rules.count_follows(mv.cards(), on), moves.len());
        assert_eq!(moves.contains(&mv), !mv.is_pass() && mv.beats(on) || mv.is_pass() && !on.is_pass());
    }
}

/// Reads a text as one or two sets of cards, one per line. They are written back unchanged, or
/// refused with a reason. Two disjoint sets form a position that is judged.
pub fn daifugo_cards(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut sets = text.lines().take(2).map(str::parse::<CardSet>);
    let Some(Ok(mine)) = sets.next().map(daifugo_set) else { return };
    let opponents = sets.next().and_then(|set| daifugo_set(set).ok()).unwrap_or(!mine);
    if let Ok(position) = Position::new(mine, 0, opponents, 0, Order::Normal) {
        // A player without cards has won under all rules.
        assert!(!mine.is_empty() || sure_win(&position) && sure_win_groups(mine, opponents, Order::Normal));
        sure_win(&position);
    } else {
        assert!(mine.intersects(opponents));
    }
}

fn daifugo_set(read: Result<CardSet, CardSetError>) -> Result<CardSet, CardSetError> {
    match &read {
        Ok(set) => {
            assert_eq!(set.to_string().parse().as_ref(), Ok(set));
            assert_eq!(format!("{set:#x}").parse().as_ref(), Ok(set));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    read
}

/// Reads a text as a meld of Daifugo. It is written and read back unchanged, or refused with a
/// reason.
pub fn daifugo_meld(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match text.parse::<Meld>() {
        Ok(meld) => {
            assert_eq!(meld.to_string().parse(), Ok(meld));
            assert_eq!(meld.cards().len() + meld.jokers(), meld.size());
            assert_eq!(text.split_whitespace().count(), meld.size() as usize);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Reads bytes as a record of Daifugo that may be truncated, in each format. It is refused with a
/// line, or its whole games are read, written and read back unchanged. Shorter parts of the text
/// have the same games, but fewer.
pub fn daifugo_record(bytes: &[u8]) {
    let Ok(source) = Source::from_cut_bytes("record", bytes.to_vec()) else { return };
    let text = source.text();
    let lines = text.lines().count().max(1);
    for read in [json::read_whole_games, official::read_whole_games, fujigokoro::read_whole_games] {
        match read(text).and_then(|(record, cut)| record.verify().map(|()| (record, cut))) {
            // The end of the head may be missing too.
            Ok((record, Some(_))) if record.games.is_empty() => assert!(record.players.len() <= 6),
            Ok((record, cut)) => {
                let written = json::write(&record);
                let again = json::read(&written).expect("a written record can be read");
                assert_eq!((again.verify(), json::write(&again)), (Ok(()), written));
                let cut_games = cut.map_or(record.games.len(), |cut| {
                    assert!((1..=lines).contains(&cut.line) && !cut.to_string().is_empty());
                    cut.games
                });
                assert_eq!(cut_games, record.games.len());
                for eighth in 1..8 {
                    let end = text.floor_char_boundary(text.len() * eighth / 8);
                    // The head may follow the games; the part then has other rules.
                    if let Ok((part, _)) = read(&text[..end])
                        && (&part.players, part.rules) == (&record.players, record.rules)
                    {
                        assert_eq!(part.games, record.games[..part.games.len()]);
                    }
                }
            }
            Err(error) => assert!((1..=lines).contains(&error.line)),
        }
    }
}

/// Reads bytes as records in the format for any game, with the rules of Hearts. They are written
/// and read back unchanged, or refused with a line.
pub fn game_records(bytes: &[u8]) {
    let mut written = String::new();
    let mut heads = 0;
    for entry in table::records::read::<Hearts>(bytes) {
        match entry {
            Err(error) => assert!(error.line >= 1 && !error.to_string().is_empty()),
            Ok(entry) => {
                heads += usize::from(matches!(entry, Entry::Head(_)));
                written += &entry.to_string();
            }
        }
    }
    let again: Result<Vec<_>, _> = table::records::read::<Hearts>(written.as_bytes()).collect();
    let again = again.expect("a written record can be read");
    assert_eq!(again.iter().map(ToString::to_string).collect::<String>(), written);
    assert_eq!(again.iter().filter(|entry| matches!(entry, Entry::Head(_))).count(), heads);
}

/// Uses bytes as a configuration file of the contest, as the tables that a server receives, or as
/// the messages that a client receives.
pub fn daifugo_protocol(bytes: &[u8]) {
    let [first, rest @ ..] = bytes else { return };
    let version = Version::ALL[usize::from(first & 3) % Version::ALL.len()];
    match first >> 2 & 3 {
        0 => {
            if let Ok(text) = std::str::from_utf8(rest)
                && let Err(error) = ContestSettings::from_config(text)
            {
                assert!(error.line <= text.lines().count().max(1), "{error}");
            }
        }
        1 | 2 => {
            let mut settings = ContestSettings::default();
            (settings.games, settings.class_reset, settings.quirks) = (2, 2, first >> 4 & 1 == 0);
            let mut contest = Match::new(settings, u32::from(first >> 5));
            let mut sent: Vec<(usize, Message)> = Vec::new();
            contest.start(&mut sent);
            for table in rest.chunks(version.table_len()) {
                let table = version.read_table(table);
                contest.receive(&table, &mut sent);
                for (player, message) in sent.drain(..) {
                    let mut written = Vec::new();
                    message.write(version, &mut written);
                    assert!(player < 5 && [4, version.table_len()].contains(&written.len()));
                }
                for game in contest.games() {
                    let held: u32 = game.hands.iter().map(|hand| hand.len()).sum();
                    assert_eq!(held, 53);
                }
            }
        }
        _ => {
            let mut client = Client::new(PlayerKind::Greedy.player(), 1);
            let mut rest = rest;
            while let Some(expected) = client.expects() {
                let length = if expected == Expected::Number { 4 } else { version.table_len() };
                let Some((message, more)) = rest.split_at_checked(length) else { break };
                rest = more;
                let taken = match message.first_chunk() {
                    Some(&number) if expected == Expected::Number => {
                        client.receive_number(version.read_number(number))
                    }
                    _ => client.receive_table(&version.read_table(message)).map(|reply| {
                        assert!(!reply.is_some_and(|reply| reply.read().malformed));
                    }),
                };
                if taken.is_err() {
                    break;
                }
            }
        }
    }
}

/// Small experiments with all kinds of partials: with a preparation, with stages, and sweeps.
const EXPERIMENTS: [&str; 6] = [
    include_str!("../../crates/quadrille/tests/experiments/mastermind.evaluate.toml"),
    include_str!("../../crates/quadrille/tests/experiments/mastermind.compare.toml"),
    include_str!("../../crates/quadrille/tests/experiments/doudizhu.arena.toml"),
    include_str!("../../crates/quadrille/tests/experiments/daifugo.arena.toml"),
    include_str!("../../crates/quadrille/tests/experiments/life.soups.toml"),
    include_str!("../../crates/quadrille/tests/experiments/random.battery.toml"),
];

/// Reads bytes as a file of partials. It is merged, or refused with a reason, and then nothing is
/// written. The first byte selects the experiment, and whether the rest is the file itself or the
/// contents of its shards. Contents follow their length (two bytes), and are sealed for the
/// experiment.
pub fn partials(bytes: &[u8]) {
    let [mode, bytes @ ..] = bytes else { return };
    let text = EXPERIMENTS[usize::from(mode >> 1) % EXPERIMENTS.len()];
    let source = Source::from_bytes("fuzz.toml", text.as_bytes().to_vec()).expect("text");
    let file = REGISTRY.read(source).expect("an experiment");
    let identity = file.identity(7);
    let bytes = if mode & 1 == 0 { bytes.to_vec() } else { sealed_shards(&identity, bytes) };
    let folder = tempfile::tempdir().expect("a folder");
    let (carried, out) = (folder.path().join("partials"), folder.path().join("out"));
    std::fs::write(&carried, bytes).expect("a file");
    let options = RunOptions::new(Level::scalar()).seed(7);
    match merge(&file, &[carried], &out, options, &()) {
        Err(RunFailure::Refused(reason)) => {
            assert!(!reason.is_empty());
            assert!(!out.exists(), "a file was refused, but the run was written");
        }
        Err(error) => panic!("{error}"),
        Ok(merged) => assert!(merged.is_some() && out.join("run.json").exists()),
    }
}

/// Returns the file of partials whose shards have these contents: its head, followed by the length
/// of each sealed shard and the shard.
fn sealed_shards(identity: &Identity, mut bytes: &[u8]) -> Vec<u8> {
    let mut shards = Vec::new();
    let mut count = 0_u64;
    while let [low, high, rest @ ..] = bytes {
        let length = usize::from(u16::from_le_bytes([*low, *high]));
        let (held, rest) = rest.split_at(length.min(rest.len()));
        let shard =
            Sealed { content: Content::Partial, shard: count, stage: StageMark::of(&[]), bytes: held };
        let sealed = shard.seal(identity);
        shards.extend_from_slice(&(sealed.len() as u64).to_le_bytes());
        shards.extend_from_slice(&sealed);
        (bytes, count) = (rest, count + 1);
    }
    let mut file = b"QDRLshrd\x01".to_vec();
    file.extend_from_slice(&identity.digest);
    for number in [identity.seed, 0, count] {
        file.extend_from_slice(&number.to_le_bytes());
    }
    [file, shards].concat()
}
