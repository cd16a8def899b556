//! What happens in a fight, in words: a line of a log each.

use quadrille_combat::{Ending, Event, Outcome};

/// A line of a log, without its time.
pub fn line(event: &Event) -> String {
    match event {
        Event::Start { length: Some(length) } => format!("the fight starts; it will last {length:.3} s"),
        Event::Start { length: None } => "the fight starts".to_owned(),
        Event::End { ending } => format!("the fight is over: {}", why(*ending)),
        Event::Phase { name, begins: true } => format!("phase {name} begins"),
        Event::Phase { name, begins: false } => format!("phase {name} ends"),
        Event::Cast { ability, finishes } => format!("begins to cast {ability}, until {finishes:.3}"),
        Event::Use { ability } => format!("uses {ability}"),
        Event::Attack { ability, target, outcome, damage } => {
            format!("{ability} {} target {target}{}", verb(*outcome), points(*damage))
        }
        Event::Tick { dot, target, outcome, damage, partial } => {
            let part = if *partial { "a last, partial tick of " } else { "" };
            format!("{part}{dot} {} target {target}{}", verb(*outcome), points(*damage))
        }
        Event::Heal { ability, amount } => format!("{ability} heals {amount:.1}"),
        Event::Buff { name, target, stacks } => format!("{name} is up{}{}", times(*stacks), on(*target)),
        Event::BuffEnd { name, target } => format!("{name} ends{}", on(*target)),
        Event::Dot { name, target, stacks } => format!("{name} is up{} on target {target}", times(*stacks)),
        Event::DotEnd { name, target } => format!("{name} ends on target {target}"),
        Event::Proc { name } => format!("{name} procs"),
        Event::Gain { resource, amount, level } => format!("{amount:.1} {resource} gained: {level:.1}"),
        Event::Spend { resource, amount, level } => format!("{amount:.1} {resource} spent: {level:.1}"),
        Event::Charge { ability, charges } => format!("a charge of {ability} returns: {charges}"),
        Event::Reset { ability } => format!("{ability} is ready before its time"),
        Event::Death { target } => format!("target {target} dies"),
    }
}

fn why(ending: Ending) -> &'static str {
    match ending {
        Ending::Time => "time is up",
        Ending::Kill => "the last target is dead",
        Ending::Death => "the actor is dead",
    }
}

/// What an attack does to its target.
fn verb(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Miss => "misses",
        Outcome::Dodge => "is dodged by",
        Outcome::Parry => "is parried by",
        Outcome::Glance => "glances off",
        Outcome::Block => "is blocked by",
        Outcome::Crush => "crushes",
        Outcome::Crit => "crits",
        Outcome::Hit => "hits",
    }
}

fn points(damage: f64) -> String {
    if damage > 0.0 { format!(" for {damage:.1}") } else { String::new() }
}

fn times(stacks: u32) -> String {
    if stacks > 1 { format!(" {stacks} times") } else { String::new() }
}

fn on(target: Option<u16>) -> String {
    target.map_or_else(String::new, |target| format!(" on target {target}"))
}
