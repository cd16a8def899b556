//! Detection of endless trigger chains.
//!
//! Abilities, procs, reactions and damage over time can trigger one another at the same instant. An
//! internal cooldown ends such a chain. A cycle without an internal cooldown is an error, even if
//! each step is improbable.

use super::model::Model;
use crate::names::Names;

/// A node of the trigger graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Link {
    Ability(usize),
    Dot(usize),
    Proc(usize),
    Reaction(usize),
}

impl Link {
    fn name(self, names: &Names) -> String {
        match self {
            Self::Ability(index) => names.abilities.names[index].clone(),
            Self::Dot(index) => format!("dot.{}", names.dots.names[index]),
            Self::Proc(index) => format!("proc {}", names.procs.names[index]),
            Self::Reaction(index) => format!("reaction {}", names.reactions.names[index]),
        }
    }
}

/// Returns the first cycle of triggers: the node at which the error is reported, and a text with
/// the names of all nodes in the cycle. If the cycle contains a proc or a reaction, the error is
/// reported there, because a cooldown of this node would break the cycle. In the text, the first
/// name is repeated at the end.
pub(super) fn find(model: &Model, names: &Names) -> Option<(Link, String)> {
    let links: Vec<Link> = (0..model.abilities.len())
        .map(Link::Ability)
        .chain((0..model.dots.len()).map(Link::Dot))
        .chain((0..model.procs.len()).map(Link::Proc))
        .chain((0..model.reactions.len()).map(Link::Reaction))
        .collect();
    let place = |link: Link| links.iter().position(|&known| known == link).unwrap_or(0);
    let mut finished = vec![false; links.len()];
    for &start in &links {
        // A depth-first search with an explicit stack. Recursion could be too deep, because a
        // profile may chain a thousand triggers.
        let mut path: Vec<(Link, Vec<Link>)> = Vec::new();
        if finished[place(start)] {
            continue;
        }
        path.push((start, after(start, model)));
        while let Some((link, following)) = path.last_mut() {
            let Some(next) = following.pop() else {
                finished[place(*link)] = true;
                path.pop();
                continue;
            };
            if let Some(begins) = path.iter().position(|(link, _)| *link == next) {
                let cycle = path[begins..].iter().map(|(link, _)| link.name(names));
                let cycle: Vec<String> = cycle.chain([next.name(names)]).collect();
                let ends_with_a_cooldown = |link: &Link| matches!(link, Link::Proc(_) | Link::Reaction(_));
                let at = path[begins..].iter().map(|(link, _)| *link).find(ends_with_a_cooldown);
                return Some((at.unwrap_or(next), cycle.join(" → ")));
            }
            if !finished[place(next)] {
                path.push((next, after(next, model)));
            }
        }
    }
    None
}

/// Returns the nodes of the trigger graph that the node `link` triggers at the same instant.
fn after(link: Link, model: &Model) -> Vec<Link> {
    let procs = |from: &dyn Fn(&super::model::Proc) -> bool| {
        let able = |index: &usize| model.procs[*index].cooldown == 0.0 && from(&model.procs[*index]);
        (0..model.procs.len()).filter(able).map(Link::Proc).collect::<Vec<_>>()
    };
    let effects = |effects: &super::model::Effects| {
        let freed = effects.reset.iter().copied().chain(effects.advance.iter().map(|(ability, _)| *ability));
        // An effect that ends or shortens the cooldown of an ability can trigger this ability only
        // if an action list uses the ability and the ability takes no time.
        let freed = freed.filter(|&ability| {
            let free = &model.abilities[ability];
            let listed = model.actions.iter().any(|action| action.step.ability() == Some(ability));
            let at_once = free.gcd == 0.0 && free.cast == 0.0 && free.channel.is_none();
            listed && at_once && free.replaces.is_none()
        });
        effects
            .uses
            .iter()
            .copied()
            .chain(freed)
            .map(Link::Ability)
            .chain(effects.dots.iter().map(|&dot| Link::Dot(dot)))
            .collect::<Vec<_>>()
    };
    match link {
        Link::Ability(index) => {
            let ability = &model.abilities[index];
            let mut links = effects(&ability.effects);
            if ability.triggers {
                links.extend(procs(&|proc| proc.abilities.contains(&index)));
            }
            let reacts = |place: &usize| {
                let reaction = &model.reactions[*place];
                reaction.cooldown == 0.0 && reaction.by.contains(&index)
            };
            links.extend((0..model.reactions.len()).filter(reacts).map(Link::Reaction));
            links
        }
        Link::Dot(index) if model.dots[index].at_once => procs(&|proc| proc.dots.contains(&index)),
        Link::Dot(_) => Vec::new(),
        Link::Proc(index) => effects(&model.procs[index].effects),
        Link::Reaction(index) => effects(&model.reactions[index].effects),
    }
}
