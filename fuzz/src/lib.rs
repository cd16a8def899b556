//! What each fuzz target does with its bytes. The targets call it under the fuzzer; an ordinary test replays
//! the kept corpus through it.

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

/// Any bytes as an experiment file: read, or refused with a place that is in the file.
pub fn experiment_file(bytes: &[u8]) {
    let file = Source::from_bytes("fuzz.toml", bytes.to_vec()).and_then(|source| REGISTRY.read(source));
    if let Err(error) = file {
        assert!(error.span().end <= error.source().text().len());
        assert!(error.to_string().contains("fuzz.toml:"));
    }
}

/// A size (two bytes) and rows of Mastermind, one a line: read and written back the same, or refused with a
/// reason.
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
                // What was read stands in the text: no digit of the pegs was made up.
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

/// Any bytes as a strategy of Mastermind: walked, and read back from what is written of it as the same; or
/// refused with a place that is in the text.
pub fn mastermind_tree(bytes: &[u8]) {
    let Ok(source) = Source::from_bytes("tree.json", bytes.to_vec()) else { return };
    match tree::check(&source) {
        Err(error) => {
            assert!(error.span().end <= error.source().text().len());
            assert!(error.to_string().contains("tree.json:"));
        }
        Ok((strategy, checked)) => {
            let walk = strategy.walk().expect("it was walked a moment ago");
            assert_eq!(walk.total_turns(), checked.total_turns);
            let written = tree::TreeFile::new(&strategy, &walk).to_json();
            let again = tree::check(&Source::new("again", written)).expect("it was written by us");
            assert_eq!(again, (strategy, checked));
        }
    }
}

/// A size (two bytes), a side (one byte), letters on a line of their own (none if it is empty) and the lines of a
/// game: each read and, if it changes the rows, obeyed; or refused in a sentence that a terminal can show.
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
                // What is written of it is read as the same, unless it spells a command.
                if command_among(&letters).is_none() {
                    assert_eq!(Line::read_in(&letters, side, &letters.show(guess)), Ok(Line::Guess(guess)));
                }
            }
            Ok(Line::Row(row)) => {
                assert!(side == Side::Assist && game.check(row.guess).is_ok());
                let written = format!("{}:{}", letters.show(row.guess), row.feedback);
                assert_eq!(letters.read_rows(&[written]).expect("it was written by us"), [row]);
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

/// A small size (two bytes) and up to six rows (three bytes each; in every fourth one number of the feedback is not
/// known): the conflict among them, if there is one, is what looking at every codeword and every set of rows finds.
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

    // Of each codeword the rows it agrees with; how many it does not, the pegs changed in these, and itself.
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
    let conflict = Conflict::among(game, &rows, &()).expect("nobody says stop");
    let Some(Conflict { rows: clash, reading, pegs, .. }) = conflict else {
        return assert!(rows.is_empty() || changed == 0, "a contradiction that was not found");
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

/// Each place of a feedback is black, white or empty: in how many of them do two differ, at best, whatever the number
/// is that is not known?
fn pegs_apart(game: Game, a: Feedback, b: PartialFeedback) -> u32 {
    let places = |feedback: Feedback| {
        let empty = game.pins() - usize::from(feedback.black) - usize::from(feedback.white);
        [usize::from(feedback.black), usize::from(feedback.white), empty]
    };
    let same = |b: Feedback| -> usize { places(a).iter().zip(places(b)).map(|(&a, b)| a.min(b)).sum() };
    let all = (0..game.feedbacks()).map(Feedback::from_index).filter(|&full| b.agrees(full));
    (game.pins() - all.map(same).max().expect("a number of pegs of this game")) as u32
}

/// Any bytes as a profile of a fight: read, or refused with places that are in the file.
pub fn combat_profile(bytes: &[u8]) {
    let Ok(source) = Source::from_bytes("fuzz.toml", bytes.to_vec()) else { return };
    if let Err(errors) = Profile::parse(&source) {
        assert!(!errors.is_empty());
        for error in errors {
            assert!(error.span().end <= source.text().len());
        }
    }
}

/// Any text as a condition of an action list: refused, or compiled to what walking its tree gives.
pub fn combat_condition(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        fuzz_condition(text);
    }
}

/// Any bytes as the choices of a profile: refused, or fought by the engine as the plain rules fight it.
pub fn combat_fight(bytes: &[u8]) {
    fuzz_fight(bytes);
}

/// Any bytes as a pattern in RLE.
pub fn life_rle(bytes: &[u8]) {
    // A remark first, and no text is taken for plaintext; what begins with a bracket is a macrocell.
    let text = String::from_utf8_lossy(bytes);
    let mut lines =
        text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    if !lines.next().is_some_and(|line| line.starts_with('[')) {
        life_pattern([b"#\n", bytes].concat(), Format::Rle);
    }
}

/// Any text as a rule with bounds: refused at a place in it, or printed and read back the same, with a table that
/// makes it again.
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

/// Any text as the code of an object: refused at a place in it, or printed and read back the same, with a picture.
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

/// Any bytes as a pattern in plaintext.
pub fn life_cells(bytes: &[u8]) {
    life_pattern([b"!Name: fuzz\n", bytes].concat(), Format::Cells);
}

/// Any bytes as a pattern in Life 1.06.
pub fn life_106(bytes: &[u8]) {
    life_pattern([b"#Life 1.06\n", bytes].concat(), Format::Life106);
}

/// Any bytes as a pattern in Life 1.05: refused with a place that is in the file, or read, and then the same
/// cells in Life 1.06.
pub fn life_105(bytes: &[u8]) {
    let Ok(source) = Source::from_bytes("fuzz", [b"#Life 1.05\n", bytes].concat()) else { return };
    match read(&source) {
        Err(error) => assert!(error.span().end <= source.text().len()),
        Ok((format, pattern)) => {
            assert_eq!(format, Format::Life105);
            let mut written = Vec::new();
            Format::Life106.write(&pattern, &mut written).expect("what was read can be written");
            let again = Source::from_bytes("again", written).expect("text");
            let (_, again) = read(&again).expect("what was written can be read");
            assert_eq!(again.spans(), pattern.spans());
        }
    }
}

/// Any bytes as a macrocell: refused with a place that is in the file, or read; and then what is written reads
/// as the same, and as a list of cells it is the same again.
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
            contents.write(format, &mut written).expect("what was read can be written");
            let again = Source::from_bytes("again", written.clone()).expect("text");
            let (_, again) = read_contents(&again).expect("what was written can be read");
            assert_eq!(again.population(), contents.population());
            let mut twice = Vec::new();
            again.write(format, &mut twice).expect("what was read can be written");
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

/// A pattern that is read, read again with another rule in place of its own.
fn overruled(source: &Source) -> Contents {
    let options =
        ReadOptions::default().tolerance(Tolerance::Lenient).rule("B36/S23".parse().expect("a rule"));
    let (_, contents, _) = read_with_options(source, options).expect("only the rule is another");
    assert_eq!(contents.rule().map(|spec| spec.rule.to_string()).as_deref(), Some("B36/S23"));
    contents
}

/// A pattern: refused with a place that is in the file, or read; and then what is written reads as the same.
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
            // Plaintext may be too large to be drawn.
            if pattern.bounding_box().is_none_or(|area| format == Format::Rle || area.width < 1 << 20) {
                format.write(&pattern, &mut written).expect("what was read can be written");
                let again = Source::from_bytes("again", written.clone()).expect("text");
                let (_, again) = read(&again).expect("what was written can be read");
                assert_eq!(
                    (again.spans().len(), again.population()),
                    (pattern.spans().len(), pattern.population())
                );
                let mut twice = Vec::new();
                format.write(&again, &mut twice).expect("what was read can be written");
                assert_eq!(twice, written, "the form is canonical");
            }
        }
    }
}

/// Any bytes as games on record: replayed and written back to the same game, or refused with a line and a
/// reason.
pub fn doudizhu_records(bytes: &[u8]) {
    for read in records::read(bytes).take(16) {
        match read {
            Err(error) => assert!(error.line >= 1 && !error.fault.to_string().is_empty()),
            Ok(checked) => {
                let written = Record::of(&checked.game, None).expect("a game on record is over");
                let written = format!("{written}\n");
                let again = records::read(written.as_bytes()).next().expect("a line").expect("a true record");
                assert_eq!(again.game, checked.game);
            }
        }
    }
}

/// Any text as a puzzle and as a strategy: a position that is written back the same, a strategy that is checked; or refused with a reason.
pub fn doudizhu_endgame(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let read = PuzzleLine::read(text).and_then(|puzzle| puzzle.endgame());
    if let Ok((rules, endgame)) = read {
        match endgame.position() {
            Ok(position) => {
                let (same, again) = PuzzleLine::of(rules, &endgame).endgame().expect("a puzzle reads itself");
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

/// Any text as a hand of Dou Dizhu: written and read back the same, or refused at one of its characters.
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

/// Rules (one byte) and any text as a move of Dou Dizhu, with a second one behind a space as the move to be
/// beaten.
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

/// Any text as one or two sets of cards, a line each: read and written back the same, or refused with a
/// reason; two sets that are disjoint are a position that is judged.
pub fn daifugo_cards(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut sets = text.lines().take(2).map(str::parse::<CardSet>);
    let Some(Ok(mine)) = sets.next().map(daifugo_set) else { return };
    let opponents = sets.next().and_then(|set| daifugo_set(set).ok()).unwrap_or(!mine);
    if let Ok(position) = Position::new(mine, 0, opponents, 0, Order::Normal) {
        // Whoever has nothing left has won by every rule.
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

/// Any text as a meld of Daifugo: read and written back the same, or refused with a reason.
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

/// Any bytes as a record of Daifugo, which may be cut off, in each format: refused with a line of
/// it, or its whole games are read, and then what is written is what was read. Its parts have no
/// other games.
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
                let again = json::read(&written).expect("what was written is read");
                assert_eq!((again.verify(), json::write(&again)), (Ok(()), written));
                let cut_games = cut.map_or(record.games.len(), |cut| {
                    assert!((1..=lines).contains(&cut.line) && !cut.to_string().is_empty());
                    cut.games
                });
                assert_eq!(cut_games, record.games.len());
                for eighth in 1..8 {
                    let end = text.floor_char_boundary(text.len() * eighth / 8);
                    // The head may stand behind the games, in which case the part has other rules.
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

/// Any bytes as records of the format of any game, here Hearts: what is read is written and read back as the same, or
/// refused with a line.
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
    let again = again.expect("what was written is read");
    assert_eq!(again.iter().map(ToString::to_string).collect::<String>(), written);
    assert_eq!(again.iter().filter(|entry| matches!(entry, Entry::Head(_))).count(), heads);
}

/// Any bytes as what goes over a connection of the contest: a file of settings, a server that is sent them as tables,
/// a client that is sent them as a server's messages.
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

/// Small experiments whose partials are of all sorts: prepared ones, stages, sweeps.
const EXPERIMENTS: [&str; 6] = [
    include_str!("../../crates/quadrille/tests/experiments/mastermind.evaluate.toml"),
    include_str!("../../crates/quadrille/tests/experiments/mastermind.compare.toml"),
    include_str!("../../crates/quadrille/tests/experiments/doudizhu.arena.toml"),
    include_str!("../../crates/quadrille/tests/experiments/daifugo.arena.toml"),
    include_str!("../../crates/quadrille/tests/experiments/life.soups.toml"),
    include_str!("../../crates/quadrille/tests/experiments/random.battery.toml"),
];

/// A file of partials, refused with a reason and nothing written, or merged. The first byte chooses the experiment and
/// whether what follows is the file or what its shards hold, each after its length (two bytes), to be sealed for it.
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
            assert!(!out.exists(), "refused, and yet written");
        }
        Err(error) => panic!("{error}"),
        Ok(merged) => assert!(merged.is_some() && out.join("run.json").exists()),
    }
}

/// The file of partials whose shards hold these bytes: its head, then each shard, sealed, after its length.
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
