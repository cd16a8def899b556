//! Lists of inputs that are 1.

/// Sparse rows: the indices of the inputs that are 1, in consecutive lists.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rows {
    cells: Vec<u16>,
    /// The end of each row in `cells`.
    ends: Vec<u32>,
}

impl Rows {
    /// Returns the number of rows.
    #[inline]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether there are no rows.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Removes all rows and keeps the allocation.
    #[inline]
    pub fn clear(&mut self) {
        self.cells.clear();
        self.ends.clear();
    }

    /// Adds an input to the current row, which [`finish`](Self::finish) ends.
    #[inline]
    pub fn set(&mut self, cell: u16) {
        self.cells.push(cell);
    }

    /// Adds several inputs to the current row, which [`finish`](Self::finish) ends.
    #[inline]
    pub fn extend(&mut self, cells: &[u16]) {
        self.cells.extend_from_slice(cells);
    }

    /// Ends the current row.
    #[inline]
    pub fn finish(&mut self) {
        self.ends.push(self.cells.len() as u32);
    }

    /// Adds a row.
    pub fn push(&mut self, cells: impl IntoIterator<Item = u16>) {
        self.cells.extend(cells);
        self.finish();
    }

    /// Returns a row.
    ///
    /// # Panics
    /// If `number` is not less than [`len`](Self::len).
    #[inline]
    pub fn row(&self, number: usize) -> &[u16] {
        let begin = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.cells[begin as usize..self.ends[number] as usize]
    }

    /// Iterates over all rows.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u16]> {
        (0..self.len()).map(|number| self.row(number))
    }

    /// Returns the inputs of all rows, one row after the other.
    #[inline]
    pub fn cells(&self) -> &[u16] {
        &self.cells
    }
}

/// Training samples: inputs and targets.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Samples {
    rows: Rows,
    targets: Vec<f32>,
}

impl Samples {
    /// Returns the number of samples.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Returns whether there are no samples.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// Removes all samples and keeps the allocations.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.targets.clear();
    }

    /// Adds a sample: the inputs that are 1, each once, and the target.
    pub fn push(&mut self, cells: impl IntoIterator<Item = u16>, target: f32) {
        self.rows.push(cells);
        self.targets.push(target);
    }

    /// Returns the inputs.
    pub const fn rows(&self) -> &Rows {
        &self.rows
    }

    /// Returns the targets.
    pub fn targets(&self) -> &[f32] {
        &self.targets
    }
}
