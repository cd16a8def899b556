//! Durations under haste end at the same microsecond as in exact integer arithmetic.

use quadrille_combat::{Profile, Replay, ReplayEvent, Simulation, log_plainly};
use quadrille_random::{StreamKey, Xoshiro256PlusPlus};

use super::fight::{ticks, uses, when};

/// A decimal number: `parts` / 10^`digits`.
#[derive(Clone, Copy, Debug)]
struct Decimal {
    parts: i128,
    digits: u32,
}

impl Decimal {
    fn one(self) -> i128 {
        10_i128.pow(self.digits)
    }

    /// Returns the number as written in a profile.
    fn text(self) -> String {
        let sign = if self.parts < 0 { "-" } else { "" };
        let (whole, rest) = (self.parts.abs() / self.one(), self.parts.abs() % self.one());
        match self.digits {
            0 => format!("{sign}{whole}"),
            digits => format!("{sign}{whole}.{rest:0width$}", width = digits as usize),
        }
    }
}

/// Returns the nearest integer, halves up.
fn nearest(dividend: i128, divisor: i128) -> i128 {
    (2 * dividend + divisor).div_euclid(2 * divisor)
}

/// A fighter's haste, and the haste of its buffs with their stacks.
#[derive(Clone, Debug)]
struct Haste {
    own: Decimal,
    buffs: Vec<(Decimal, i128)>,
}

impl Haste {
    /// Returns the speed as a fraction.
    fn speed(&self) -> (i128, i128) {
        let factor = |haste: Decimal, stacks: i128| (haste.one() + stacks * haste.parts).max(0);
        let mut speed = (factor(self.own, 1), self.own.one());
        for &(haste, stacks) in &self.buffs {
            speed = (speed.0 * factor(haste, stacks), speed.1 * haste.one());
        }
        // The speed is clamped to the range 0.05 to 100.
        if 20 * speed.0 < speed.1 {
            (1, 20)
        } else if speed.0 > 100 * speed.1 {
            (100, 1)
        } else {
            speed
        }
    }
}

struct Choices(Xoshiro256PlusPlus);

impl Choices {
    fn from(&mut self, least: i128, most: i128) -> i128 {
        least + (self.0.next_f64() * (most - least + 1) as f64) as i128
    }

    /// Draws a haste between two numbers of tenths. If `even`, the factor of `stacks` stacks
    /// contains more factors of 2 than the power of ten of its digits.
    fn haste(&mut self, least: i128, most: i128, stacks: i128, even: bool) -> Decimal {
        let digits = self.from(i128::from(even), 3) as u32;
        let one = 10_i128.pow(digits);
        let drawn = self.from((least * one + 9).div_euclid(10), (most * one).div_euclid(10));
        let twos = if even { 2 << digits } else { 1 };
        // Below this, 1 plus the haste of several stacks is not exact enough in floating point.
        let is_exact = |factor: i128| factor <= 0 || 100 * factor >= 7 * one;
        let fits = |parts: &i128| (one + stacks * parts) % twos == 0 && is_exact(one + stacks * parts);
        let parts = (drawn..drawn + 200).find(fits).expect("one of them fits");
        Decimal { parts, digits }
    }

    fn hastes(&mut self, even: bool) -> Haste {
        let most = if self.from(0, 3) > 0 { 10 } else { 90 };
        let own = self.haste(-9, most, 1, even);
        let buffs = (0..self.from(0, 3)).map(|_| {
            let stacks = self.from(1, 3);
            (self.haste(-5, 15, stacks, even), stacks)
        });
        Haste { own, buffs: buffs.collect() }
    }
}

fn divisor_of_both(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { divisor_of_both(b, a % b) }
}

/// A kind of duration: its name, its profile, and its end in the log.
type Kind = (&'static str, &'static str, fn(&Replay) -> f64);

const KINDS: [Kind; 8] = [
    ("gcd", "[abilities.x]\ngcd = TIME\nhasted = \"gcd\"\n[[actions]]\nuse = \"x\"\n", |fight| {
        uses(fight, "x")[1]
    }),
    ("cast", "[abilities.x]\ncast = TIME\ngcd = 0\nhasted = \"cast\"\n[[actions]]\nuse = \"x\"\n", |fight| {
        uses(fight, "x")[0]
    }),
    (
        "cooldown",
        "[abilities.x]\ncooldown = TIME\ngcd = 0\nhasted = \"cooldown\"\n[[actions]]\nuse = \"x\"\n",
        |fight| uses(fight, "x")[1],
    ),
    (
        "charges",
        "[abilities.x]\ncooldown = TIME\ncharges = 2\ngcd = 500000\nhasted = \"cooldown\"\n[[actions]]\nuse = \"x\"\n",
        |fight| when(fight, |event| matches!(event, ReplayEvent::Charge { .. }))[0],
    ),
    (
        "channel",
        "[abilities.x]\nchannel = { lasts = TIME, ticks = 1 }\ngcd = 0\nhasted = \"channel\"\n[[actions]]\nuse = \"x\"\n",
        |fight| uses(fight, "x")[0],
    ),
    ("every", "[abilities.x]\nevery = TIME\nfirst = 0\nhasted = \"every\"\n", |fight| uses(fight, "x")[1]),
    ("target", "[abilities.x]\nby = \"target\"\nevery = TIME\nfirst = 0\nhasted = \"every\"\n", |fight| {
        uses(fight, "x")[1]
    }),
    (
        "tick",
        "[abilities.x]\nevery = 500000\nfirst = 0\ndot = \"d\"\n[dots.d]\nduration = 500000\ntick = TIME\nhasted = \"ticks\"\n",
        |fight| ticks(fight, "d")[0].0,
    ),
];

/// Returns the profile of a kind. Buffs have their first stack from the start; abilities apply the
/// other stacks.
fn profile(kind: &Kind, haste: &Haste, time: Decimal, ends: i128) -> String {
    let (name, text, _) = kind;
    let bearer = if *name == "target" { "target" } else { "actor" };
    let length = Decimal { parts: 5 * ends / 2 + 1000, digits: 6 };
    let head = format!("[fight]\nlength = {}\n[{bearer}]\nhaste = {}\n", length.text(), haste.own.text());
    let buff = |(place, (buff, _)): (usize, &(Decimal, i128))| {
        let haste = buff.text();
        format!("[buffs.b{place}]\non = \"{bearer}\"\nstart = true\nstacks = 3\nhaste = {haste}\n")
    };
    let buffs: String = haste.buffs.iter().enumerate().map(buff).collect();
    let stack = |stack: i128| {
        let has = |place: &usize| haste.buffs[*place].1 >= stack;
        let buffs: Vec<String> =
            (0..haste.buffs.len()).filter(has).map(|place| format!("\"b{place}\"")).collect();
        let buffs = buffs.join(", ");
        format!("[abilities.stack{stack}]\nevery = 500000\nfirst = 0\nbuff = [{buffs}]\n")
    };
    [head, buffs, stack(2), stack(3), text.replace("TIME", &time.text())].concat()
}

/// For any decimals in the haste of a fighter and its buffs, a duration ends at the nearest
/// microsecond, halves up, in both simulators. A third of the quotients are halves.
///
/// `CASES=100000 cargo test --release …` runs more cases.
#[test]
fn hasted_durations_are_rounded_as_whole_numbers_are() {
    // Above this, a quotient may be closer to a half than floating-point numbers can resolve.
    const EXACT: i128 = 140_000_000_000_000;
    let cases = std::env::var("CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(1600_u64);
    let (mut halves, mut plainly) = (0, 0);
    for case in 0..cases {
        let mut choices = Choices(StreamKey::new(case, 0).rng());
        let even = case % 2 == 0;
        let kind = &KINDS[(case / 2 % KINDS.len() as u64) as usize];
        let haste = choices.hastes(even);
        let (speed, one) = haste.speed();
        let most = (EXACT / one).min(10_000_000_000 * speed.min(one) / one);
        // Few durations are long, and no cooldown is, because the plain simulator advances by
        // microseconds during a cooldown.
        let most = if kind.0 == "cooldown" || case % 3 > 0 { most.min(20_000) } else { most };
        // An odd number of these intervals ends at half a microsecond.
        let unit = speed / divisor_of_both(speed, 2 * one);
        let is_half = even && 2 * one / divisor_of_both(speed, 2 * one) % 2 == 1 && unit <= most / 2;
        let (parts, digits) = if is_half {
            let odd = 2 * choices.from(0, (most / unit - 1) / 2) + 1;
            (odd * unit, 6)
        } else {
            // Some durations have tenths of a microsecond, and are rounded before the division.
            let digits = 6 + choices.from(0, 1) as u32;
            (choices.from(1000, most.max(1000)) * 10_i128.pow(digits - 6) + choices.from(0, 9), digits)
        };
        if parts < 1000 {
            continue;
        }
        let time = Decimal { parts, digits };
        let ends = nearest(nearest(parts * 1_000_000, time.one()) * one, speed).max(1);
        halves += i32::from(2 * parts * one % speed == 0 && parts * one % speed != 0);
        let text = profile(kind, &haste, time, ends);
        let profile: Profile = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
        let fight = Simulation::new(&profile).replay(1, 0, &()).expect("not cancelled");
        let found = (kind.2(&fight) * 1e6).round() as i128;
        assert_eq!(found, ends, "case {case}: {haste:?}\n{text}");
        if kind.0 != "cooldown" || ends < 20_000 {
            assert!(fight.log == log_plainly(&profile, 1, 0, &()).expect("not cancelled"), "{text}");
            plainly += 1;
        }
    }
    println!("{cases} durations, {halves} of them end at a half, {plainly} fought by both simulators");
    assert!(halves > cases as i32 / 4 && plainly > cases as i32 / 2, "{halves}, {plainly} of {cases}");
}
