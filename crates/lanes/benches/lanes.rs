//! Benchmarks of every operation as a plain loop over lanes, on one word after the other, and on
//! slices at every level of this machine: nanoseconds per word, and the speedup over the plain loop
//! of the same run.
//!
//! Before an operation is timed, every form of it must give the plain loop's results. The forms are
//! then run alternately, each round on new words; the median over the rounds is printed.
//! `cargo bench -p quadrille-lanes -- _lanes` times the operations with `_lanes` in their names.

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Instant;

use quadrille_lanes::{Level, Nibbles64, plain, slices};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Words in a slice: two operands and a result of this many 64-bit words fit the first-level cache.
const WORDS: usize = 1024;
/// Number of rounds whose median is printed.
const ROUNDS: usize = 41;
/// Minimum time of one measurement, in nanoseconds, far above the clock's resolution.
const TURN: u128 = 20_000;

/// Results of a form: words or numbers, depending on the operation. The other field stays 0.
#[derive(Debug, PartialEq)]
struct Answers {
    words: Vec<Nibbles64>,
    numbers: Vec<u64>,
}

/// One form of an operation with operands of its own: performs the operation for [`WORDS`] words.
struct Form {
    name: String,
    run: Box<dyn FnMut(&mut Answers)>,
    answers: Answers,
}

fn form(name: impl Into<String>, run: impl FnMut(&mut Answers) + 'static) -> Form {
    let answers = Answers { words: vec![Nibbles64::ZERO; WORDS], numbers: vec![0; WORDS] };
    Form { name: name.into(), run: Box::new(run), answers }
}

/// Creates all forms of an operation on the same new words, the plain one first.
type Forms = fn(&mut Xoshiro256PlusPlus) -> Vec<Form>;

/// Returns words with lanes of 0 to 3, which meet every precondition.
fn words(rng: &mut Xoshiro256PlusPlus) -> Vec<Nibbles64> {
    (0..WORDS).map(|_| Nibbles64::from_bits(rng.next_u64() & 0x3333_3333_3333_3333)).collect()
}

/// Returns two lists of words; each lane in the first is at least that in the second.
fn ordered(rng: &mut Xoshiro256PlusPlus) -> (Vec<Nibbles64>, Vec<Nibbles64>) {
    let pairs = words(rng).into_iter().zip(words(rng));
    pairs.map(|(a, b)| (a.max_lanes(b), a.min_lanes(b))).unzip()
}

/// Creates the forms of an operation from words to a word.
macro_rules! lane_by_lane {
    ($op:ident($($operand:ident),+) of $operands:expr) => {
        (stringify!($op), |rng| {
            let operands: fn(&mut Xoshiro256PlusPlus) -> _ = $operands;
            let ($($operand,)+) = operands(rng);
            let mut forms = Vec::new();
            {
                let ($($operand,)+) = ($($operand.clone(),)+);
                forms.push(form("plain", move |answers| {
                    $(let $operand = black_box(&$operand);)+
                    for (at, out) in black_box(&mut answers.words).iter_mut().enumerate() {
                        *out = plain::$op($($operand[at]),+);
                    }
                }));
            }
            {
                let ($($operand,)+) = ($($operand.clone(),)+);
                forms.push(form("one word", move |answers| {
                    $(let $operand = black_box(&$operand);)+
                    for (at, out) in black_box(&mut answers.words).iter_mut().enumerate() {
                        *out = lane_by_lane!(@method $op at $($operand)+);
                    }
                }));
            }
            for level in Level::available() {
                let ($($operand,)+) = ($($operand.clone(),)+);
                forms.push(form(level.name(), move |answers| {
                    slices::$op(level, $(black_box(&$operand),)+ black_box(&mut answers.words));
                }));
            }
            forms
        })
    };
    (@method $op:ident $at:ident $first:ident $($rest:ident)*) => { $first[$at].$op($($rest[$at]),*) };
}

/// Creates the forms of comparing one word with many: the number that are at least as large in
/// every lane.
fn all_ge_count(rng: &mut Xoshiro256PlusPlus) -> Vec<Form> {
    let hands = words(rng);
    // Parts of a few cards, which more than half of the hands contain.
    let part = Nibbles64::from_bits(rng.next_u64() & rng.next_u64() & rng.next_u64() & 0x1111_1111_1111_1111);
    let (first, second) = (hands.clone(), hands.clone());
    let mut forms = vec![
        form("plain", move |answers| {
            answers.numbers[0] =
                black_box(first.iter().filter(|&&hand| plain::all_ge(hand, black_box(part))).count()) as u64;
        }),
        form("one word", move |answers| {
            answers.numbers[0] =
                black_box(second.iter().filter(|hand| hand.all_ge(black_box(part))).count()) as u64;
        }),
    ];
    for level in Level::available() {
        let hands = hands.clone();
        forms.push(form(level.name(), move |answers| {
            answers.numbers[0] =
                black_box(slices::all_ge_count(level, black_box(&hands), black_box(part))) as u64;
        }));
    }
    forms
}

/// Creates the forms of counting the cards in each hand.
fn wide_sum(rng: &mut Xoshiro256PlusPlus) -> Vec<Form> {
    let hands = words(rng);
    let (first, second) = (hands.clone(), hands.clone());
    let mut forms = vec![
        form("plain", move |answers| {
            for (sum, &hand) in black_box(&mut answers.numbers).iter_mut().zip(black_box(&first)) {
                *sum = plain::sum(hand).into();
            }
        }),
        form("one word", move |answers| {
            for (sum, hand) in black_box(&mut answers.numbers).iter_mut().zip(black_box(&second)) {
                *sum = hand.wide_sum().into();
            }
        }),
    ];
    for level in Level::available() {
        let hands = hands.clone();
        forms.push(form(level.name(), move |answers| {
            slices::wide_sum(level, black_box(&hands), black_box(&mut answers.numbers));
        }));
    }
    forms
}

fn operations() -> Vec<(&'static str, Forms)> {
    vec![
        ("all_ge_count", all_ge_count),
        lane_by_lane!(zero_lanes(a) of |rng| (words(rng),)),
        lane_by_lane!(eq_lanes(a, b) of |rng| (words(rng), words(rng))),
        lane_by_lane!(ge_lanes(a, b) of |rng| (words(rng), words(rng))),
        lane_by_lane!(sub(a, b) of |rng| ordered(rng)),
        lane_by_lane!(add(a, b) of |rng| (words(rng), words(rng))),
        lane_by_lane!(min_lanes(a, b) of |rng| (words(rng), words(rng))),
        lane_by_lane!(max_lanes(a, b) of |rng| (words(rng), words(rng))),
        lane_by_lane!(count_bits(a) of |rng| (words(rng),)),
        lane_by_lane!(one_hot(a) of |rng| (words(rng),)),
        lane_by_lane!(smear_down(a) of |rng| (words(rng),)),
        lane_by_lane!(all_bits(a) of |rng| (words(rng),)),
        lane_by_lane!(three_bits(a) of |rng| (words(rng),)),
        lane_by_lane!(any_bit(a) of |rng| (words(rng),)),
        ("wide_sum", wide_sum),
    ]
}

/// Panics with the form's name if a form's results differ from those of the first, the plain loop.
fn check(operation: &str, forms: Vec<Form>) {
    let mut plain: Option<Answers> = None;
    for Form { name, mut run, mut answers } in forms {
        run(&mut answers);
        match &plain {
            Some(plain) => assert!(answers == *plain, "{operation}, {name}: differs from the plain loop"),
            None => plain = Some(answers),
        }
    }
}

/// Returns the nanoseconds per word, from a run of at least [`TURN`].
fn time(form: &mut Form) -> f64 {
    let (begun, mut runs) = (Instant::now(), 0u32);
    loop {
        (form.run)(&mut form.answers);
        runs += 1;
        let nanoseconds = begun.elapsed().as_nanos();
        if nanoseconds >= TURN {
            return nanoseconds as f64 / f64::from(runs) / WORDS as f64;
        }
    }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() {
    // `cargo bench` adds flags of its own; arguments without dashes select operations.
    let chosen: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(rand::random());
    println!("ns per word of 16 four-bit lanes, and speedup over the plain loop");
    let mut headed = false;
    for (name, forms) in operations() {
        if !chosen.is_empty() && !chosen.iter().any(|word| name.contains(word.as_str())) {
            continue;
        }
        check(name, forms(&mut rng));
        let mut times: Vec<(String, Vec<f64>)> = Vec::new();
        for round in 0..ROUNDS {
            for (at, mut form) in forms(&mut rng).into_iter().enumerate() {
                let nanoseconds = time(&mut form);
                if round == 0 {
                    times.push((form.name, Vec::new()));
                }
                times[at].1.push(nanoseconds);
            }
        }
        if !headed {
            headed = true;
            let mut heading = format!("{:<15}", "");
            for (form, _) in &times {
                let _ = write!(heading, "{form:>15}");
            }
            println!("{heading}");
        }
        let medians: Vec<f64> = times.into_iter().map(|(_, times)| median(times)).collect();
        let mut line = format!("{name:<15}");
        for nanoseconds in &medians {
            let _ = write!(line, "{nanoseconds:>7.3}{:>7.1}×", medians[0] / nanoseconds);
        }
        println!("{line}");
    }
}
