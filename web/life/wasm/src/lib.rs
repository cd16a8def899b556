//! `quadrille-life` for a web page: the engine of `web/life`, compiled to WebAssembly.
//!
//! The page uses only the class [`Field`]. Its arguments and results are numbers, short texts, and
//! rectangles of packed cells. [`window`] describes the format of packed cells.

mod window;

use quadrille_life::{Border, Bounds, Chance, EngineSettings, Grid, Level, Rule, StreamKey, fill};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use window::Window;

/// A field of cells, which can be changed and advanced.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Field {
    grid: Grid,
}

#[wasm_bindgen]
impl Field {
    /// Creates a field of dead cells. `border` is `dead`, `torus` or `ring`; `rule` is a rule such
    /// as `B3/S23`.
    ///
    /// # Errors
    /// The size, the border or the rule is invalid, or memory is insufficient.
    #[wasm_bindgen(constructor)]
    pub fn new(width: u32, height: u32, border: &str, rule: &str) -> Result<Field, JsError> {
        let border: Border = border.parse().map_err(error)?;
        let bounds = Bounds::new(width.into(), height.into(), border).map_err(error)?;
        let rule: Rule = rule.parse().map_err(error)?;
        Ok(Self { grid: Grid::new(rule, bounds, EngineSettings::default()).map_err(error)? })
    }

    /// Returns the vector level of the engine. It is `wasm-simd128`, or `scalar` if the module was
    /// built without vector instructions.
    pub fn level() -> String {
        Level::best().name().to_owned()
    }

    /// Fills the field at random, as lightln2's article on Life does (see docs/sources.md). The
    /// generator is .NET's. The cells inside a dead ring are filled column by column.
    ///
    /// # Errors
    /// There are no errors, because the fill has no observer that could cancel it.
    #[wasm_bindgen(js_name = fillNet)]
    pub fn fill_net(&mut self, seed: i32, density: f64) -> Result<(), JsError> {
        fill::net(&mut self.grid, seed, density, &()).map_err(error)
    }

    /// Fills the field row by row with the soup that Quadrille generates from a seed. The random
    /// numbers are the xoshiro256++ stream (seed, 0).
    ///
    /// # Errors
    /// The density is not a probability.
    #[wasm_bindgen(js_name = fillSoup)]
    pub fn fill_soup(&mut self, seed: u64, density: f64) -> Result<(), JsError> {
        let density = Chance::new(density).map_err(error)?;
        fill::xoshiro(&mut self.grid, StreamKey::new(seed, 0), density, &()).map_err(error)
    }

    /// Advances the field by a number of generations.
    pub fn step(&mut self, generations: u32) {
        self.grid.step_n(generations.into());
    }

    /// Changes the rule and keeps the cells.
    ///
    /// # Errors
    /// The text is not a rule, or memory is insufficient. The change temporarily needs the memory
    /// for a second field.
    #[wasm_bindgen(js_name = setRule)]
    pub fn set_rule(&mut self, rule: &str) -> Result<(), JsError> {
        self.grid.set_rule(rule.parse().map_err(error)?).map_err(error)
    }

    /// Writes a rectangle of packed cells. If `mode` is `replace`, all its cells are copied to the
    /// field. If `mode` is `add`, its live cells become alive in the field. If `mode` is `remove`,
    /// its live cells become dead in the field. Cells outside the field, or in a dead ring, are
    /// ignored.
    pub fn put(&mut self, x: u32, y: u32, width: u32, height: u32, mode: &str, cells: &[u8]) {
        Window::new(x, y, width, height).put(&mut self.grid, mode, cells);
    }

    /// Reads a rectangle. If `scale` is 1, returns packed cells. Otherwise returns one byte for
    /// each square of `scale` × `scale` cells: 255 times the share of live cells, rounded up.
    pub fn read(&self, x: u32, y: u32, width: u32, height: u32, scale: u32) -> Vec<u8> {
        let window = Window::new(x, y, width, height);
        if scale <= 1 { window.cells(&self.grid) } else { window.shades(&self.grid, scale) }
    }

    /// Returns the number of live cells.
    pub fn population(&self) -> f64 {
        self.grid.population() as f64
    }

    /// Returns the fingerprint of the live cells, as lightln2's article defines it.
    pub fn fingerprint(&self) -> i32 {
        self.grid.fingerprint()
    }
}

/// Converts an error into a JavaScript error for the page.
#[allow(clippy::needless_pass_by_value, reason = "`map_err` passes errors by value")]
fn error(error: impl std::fmt::Display) -> JsError {
    JsError::new(&error.to_string())
}
