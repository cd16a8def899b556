//! Masks over numbers of actions that differ little from step to step.

/// The places that are set in masks: a few in a thousand, so that it costs much less to take them back than to write
/// all of them anew.
#[derive(Default)]
pub(crate) struct Masks {
    set: Vec<usize>,
}

impl Masks {
    /// Takes back what was set, then sets what `each` names.
    pub(crate) fn update(&mut self, cells: &mut [i8], each: impl FnOnce(&mut dyn FnMut(usize))) {
        for place in self.set.drain(..) {
            if let Some(cell) = cells.get_mut(place) {
                *cell = 0;
            }
        }
        let set = &mut self.set;
        each(&mut |place| {
            if let Some(cell) = cells.get_mut(place) {
                *cell = 1;
                set.push(place);
            }
        });
    }
}
