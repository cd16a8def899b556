//! The state of one fight, reused for any number of iterations. Each part is declared with the
//! rules that change it; other rules reach it only by its methods.

use quadrille_random::{StreamKey, Xoshiro256PlusPlus};

use super::attack_state::Attacks;
use super::attention::Changes;
use super::buffs::Buffs;
use super::clock::Clock;
use super::cooldowns::Cooldown;
use super::dots::Dots;
use super::field::Field;
use super::figures::AllTargetStats;
use super::flights::Flights;
use super::lag::Visible;
use super::phases::Phases;
use super::plan::{Plan, Stream};
use super::procs::ProcState;
use super::reactions::Reactions;
use super::repeats::Repeats;
use super::resources::ResourceState;
use super::team::{MemberState, Team};
use super::turn::Queued;

#[derive(Clone, Debug)]
pub(crate) struct State {
    generators: Vec<Xoshiro256PlusPlus>,
    pub(crate) clock: Clock,
    /// Changes by the current event.
    pub(super) changed: Changes,
    /// The active member of the actor's side.
    pub(super) own: MemberState,
    pub(super) team: Team,
    pub(super) target_stats: AllTargetStats,
    pub(crate) attacks: Attacks,
    pub(super) field: Field,
    pub(super) phases: Phases,
    pub(super) buffs: Buffs,
    pub(super) visible: Visible,
    pub(super) dots: Dots,
    /// For each ability: its cooldown. The last one is an extra cooldown for lines that use no
    /// ability; it is always ready.
    pub(super) cooldowns: Vec<Cooldown>,
    pub(super) repeats: Repeats,
    pub(super) queued: Queued,
    pub(super) flights: Flights,
    pub(super) procs: Vec<ProcState>,
    pub(super) reactions: Reactions,
    pub(super) resources: Vec<ResourceState>,
}

impl State {
    pub(crate) fn new(plan: &Plan) -> Self {
        let generator = StreamKey::new(0, 0).rng();
        Self {
            generators: vec![generator.clone(); plan.streams.len()],
            clock: Clock::new(plan),
            changed: Changes::default(),
            own: MemberState::new(&plan.members[0]),
            team: Team::new(plan),
            target_stats: AllTargetStats::new(plan),
            attacks: Attacks::new(plan, &generator),
            field: Field::new(plan),
            phases: Phases::new(plan),
            buffs: Buffs::new(plan),
            visible: Visible::new(plan),
            dots: Dots::new(plan),
            cooldowns: vec![Cooldown::default(); plan.abilities.len() + 1],
            repeats: Repeats::new(plan),
            queued: Queued::new(plan),
            flights: Flights::new(plan),
            procs: vec![ProcState::new(generator); plan.procs.len()],
            reactions: Reactions::new(plan),
            resources: plan.resources.iter().map(ResourceState::new).collect(),
        }
    }

    /// Returns the size of the state in bytes, including heap storage. Parts that are empty before
    /// each fight are not counted.
    pub(crate) fn bytes(&self) -> u64 {
        let bytes = [
            size_of::<Self>(),
            size_of_val(&*self.generators),
            self.clock.bytes(),
            self.own.bytes(),
            self.team.bytes(),
            self.target_stats.bytes(),
            self.attacks.bytes(),
            self.field.bytes(),
            self.phases.bytes(),
            self.buffs.bytes(),
            self.visible.bytes(),
            self.dots.bytes(),
            size_of_val(&*self.cooldowns),
            self.repeats.bytes(),
            self.queued.bytes(),
            self.flights.bytes(),
            size_of_val(&*self.procs),
            self.reactions.bytes(),
            size_of_val(&*self.resources),
        ];
        bytes.into_iter().sum::<usize>() as u64
    }

    /// Resets the state to the start of the fight with the random streams of (`seed`, `iteration`).
    /// Stats are not reset: they are recomputed at the beginning of the fight.
    pub(crate) fn reset(&mut self, plan: &Plan, seed: u64, iteration: u64) {
        let key = StreamKey::new(seed, iteration);
        for (generator, &substream) in self.generators.iter_mut().zip(&plan.streams) {
            *generator = key.substream(substream).rng();
        }
        self.clock.reset();
        self.changed.take();
        self.switch_to(0);
        self.own.reset();
        self.team.reset();
        self.attacks.reset(plan, key);
        self.field.reset(plan);
        self.phases.reset();
        self.buffs.reset();
        self.visible.reset();
        self.dots.reset();
        for (cooldown, ability) in self.cooldowns.iter_mut().zip(&plan.abilities) {
            *cooldown = Cooldown::new(ability.charges);
        }
        self.repeats.reset();
        self.queued.reset();
        self.flights.reset();
        for (place, proc) in self.procs.iter_mut().enumerate() {
            *proc = ProcState::new(key.substream(Stream::Proc(place).substream()).rng());
        }
        self.reactions.reset();
        for (state, resource) in self.resources.iter_mut().zip(&plan.resources) {
            *state = ResourceState::new(resource);
        }
    }

    /// Draws the next number, in [0, 1), from the generator with the index `source`.
    #[inline]
    pub(super) fn draw(&mut self, source: u16) -> f64 {
        self.generators[usize::from(source)].next_f64()
    }
}
