//! Pictures of random numbers: points whose two coordinates are consecutive numbers of one stream,
//! or numbers at the same position of two streams.

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use quadrille::answers::random::generator;
use quadrille::lanes::Level;
use serde::Deserialize;

use crate::application::{App, Asked, seed};
use crate::failure::Failure;

/// Maximum number of draws of a stream for one picture.
const DRAWN: usize = 1 << 22;
/// Maximum number of points.
const POINTS: usize = 1 << 15;
/// Number of draws that are computed at once.
const BLOCK: usize = 1 << 12;

/// A congruential generator of early computers: x → (a·x + c) mod m.
///
/// These generators appear only in pictures, where their lattices are visible; the lattices of
/// newer generators are too fine to be seen on a screen.
#[derive(Debug)]
pub(crate) struct Congruential {
    pub(crate) name: &'static str,
    pub(crate) notes: &'static str,
    multiplier: u64,
    increment: u64,
    modulus: u64,
}

pub(crate) const GENERATORS: &[Congruential] = &[
    Congruential {
        name: "zx-spectrum",
        notes: "RND of the ZX Spectrum (1982): x → 75x + 74 mod 65537; all pairs lie on a few lines",
        multiplier: 75,
        increment: 74,
        modulus: 65537,
    },
    Congruential {
        name: "minstd",
        notes: "Park and Miller, CACM 31 (1988): x → 16807x mod 2^31 - 1; the lines on which all pairs lie are visible at a zoom of 64× or more",
        multiplier: 16807,
        increment: 0,
        modulus: (1 << 31) - 1,
    },
];

/// The query for a picture of a generator.
#[derive(Debug, Deserialize)]
pub(crate) struct Pairs {
    generator: String,
    /// The seed in decimal.
    seed: String,
    /// The magnification: the picture shows the lower left corner of the unit square, with side
    /// 1/zoom.
    zoom: u32,
    /// The stream of the y coordinates. If it is given, x is a number of stream 0, and y is the
    /// number at the same position of this stream. Otherwise x and y are consecutive numbers of
    /// stream 0.
    #[serde(default)]
    stream: Option<u64>,
}

type Draw = Box<dyn FnMut(&mut [f64])>;

/// `GET /api/pairs`: the points as pairs of little-endian u16, in units of 1/65536 of the picture's
/// side.
pub(crate) async fn pairs(
    State(application): State<App>,
    Asked(pairs): Asked<Pairs>,
) -> Result<Response, Failure> {
    let points = application.compute(move |_| pairs.points());
    let bytes: Vec<u8> = points.await?.into_iter().flatten().flat_map(u16::to_le_bytes).collect();
    Ok(([(CONTENT_TYPE, "application/octet-stream")], bytes).into_response())
}

impl Pairs {
    fn points(&self) -> Result<Vec<[u16; 2]>, Failure> {
        if !(1..=4096).contains(&self.zoom) {
            return Err(Failure::bad(format!("the zoom is {}; expected 1 to 4096", self.zoom)));
        }
        let mut points = Vec::new();
        let (mut xs, mut ys) = (vec![0.0; BLOCK], vec![0.0; BLOCK]);
        let mut draw = self.start(0)?;
        let mut other = self.stream.map(|stream| self.start(stream)).transpose()?;
        let scale = f64::from(self.zoom) * 65536.0;
        let mut push = |x: f64, y: f64| {
            let (x, y) = (x * scale, y * scale);
            if x < 65536.0 && y < 65536.0 && points.len() < POINTS {
                points.push([x as u16, y as u16]);
            }
            points.len() < POINTS
        };
        let mut last = None;
        for _ in 0..DRAWN / BLOCK {
            draw(&mut xs);
            let more = match &mut other {
                Some(other) => {
                    other(&mut ys);
                    xs.iter().zip(&ys).all(|(&x, &y)| push(x, y))
                }
                None => xs.iter().all(|&x| {
                    let before = last.replace(x);
                    before.is_none_or(|before| push(before, x))
                }),
            };
            if !more {
                break;
            }
        }
        Ok(points)
    }

    /// Starts a stream of the generator.
    fn start(&self, stream: u64) -> Result<Draw, Failure> {
        let seed = seed(&self.seed)?;
        if let Some(Congruential { multiplier, increment, modulus, .. }) =
            GENERATORS.iter().find(|known| known.name == self.generator)
        {
            // These generators have no streams, so stream n uses the seed plus n. The initial state
            // is never 0, because a generator without an increment would stay at 0.
            let residue = |number: u64| number % (modulus - 1);
            let mut state = residue(residue(seed) + residue(stream)) + 1;
            return Ok(Box::new(move |values| {
                for value in values {
                    state = (state * multiplier + increment) % modulus;
                    *value = state as f64 / *modulus as f64;
                }
            }));
        }
        let entry = generator(&self.generator).map_err(|error| Failure::bad(error.to_string()))?;
        let sequence = entry.start_stream(seed, stream, Level::best());
        let mut sequence = sequence.map_err(|error| Failure::bad(error.to_string()))?;
        Ok(Box::new(move |values| sequence.fill_f64(values)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn points(generator: &str, zoom: u32, stream: Option<u64>) -> Vec<[u16; 2]> {
        Pairs { generator: generator.to_owned(), seed: "7".to_owned(), zoom, stream }.points().unwrap()
    }

    #[test]
    fn pairs_of_a_small_lcg_lie_on_few_lines() {
        // y is (75x + 74/65537) mod 1, so 75x - y takes only a few values.
        let lines: BTreeSet<i64> = points("zx-spectrum", 1, None)
            .into_iter()
            .map(|[x, y]| ((75 * i64::from(x) - i64::from(y)) as f64 / 65536.0).round() as i64)
            .collect();
        assert!(lines.len() <= 77, "{}", lines.len());
        assert_eq!(points("minstd", 4096, None).len(), points("minstd", 4096, None).len());
    }

    #[test]
    fn pairs_fill_the_picture_and_streams_differ() {
        for entry in quadrille::random::catalogue::entries() {
            let all = points(entry.name, 1, None);
            assert_eq!(all.len(), POINTS, "{}", entry.name);
            assert!(points(entry.name, 64, None).len() > 500, "{}", entry.name);
            assert_ne!(points(entry.name, 1, Some(1)), all, "{}", entry.name);
        }
        // If both coordinates come from the same stream, all points lie on the diagonal.
        assert!(points("xoshiro256++", 1, Some(0)).iter().all(|[x, y]| x == y));
    }

    #[test]
    fn bad_requests_are_refused() {
        let refused = |generator: &str, seed: &str, zoom| {
            let pairs = Pairs { generator: generator.to_owned(), seed: seed.to_owned(), zoom, stream: None };
            pairs.points().is_err()
        };
        assert!(refused("mt1993", "1", 1) && refused("mt19937", "-1", 1) && refused("mt19937", "1", 0));
        assert!(refused("mt19937", "4294967296", 1) && refused("mt19937", "1", 5000));
    }
}
