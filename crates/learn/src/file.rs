//! Weights as files, in the format `safetensors`.
//!
//! A file holds a [`Set`] of networks, in `f32` ([`Network`]) or in integers ([`Quantised`]).
//! `NumPy` and `PyTorch` can read such files. A network NAME has these tensors, with the same sizes
//! in both types:
//!
//! | tensor | in `f32` | in integers |
//! |---|---|---|
//! | `NAME.first.weight` | F32, inputs × outputs | I16 |
//! | `NAME.first.bias` | F32, outputs | I16 |
//! | `NAME.second.weight` | F32, outputs of the first layer × outputs | I16 |
//! | `NAME.second.bias` | F32, outputs | I32 |
//! | `NAME.last.weight` | F32, outputs of the second layer | I16 |
//! | `NAME.last.bias` | F32, 1 | I32, 1 |
//! | `NAME.scale` | – | I32, 5: the exponents of the three layers, the shift, the maximum number of inputs that are 1 |
//!
//! The header has one entry of metadata, `quadrille`: a JSON object with `format` 1, `networks`
//! (their names in order) and `notes` (names and texts, sorted). Equal sets give equal bytes.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{Network, Quantised, Shape};

/// Networks by name, and notes about them.
#[derive(Debug, Clone, PartialEq)]
pub struct Set<N> {
    /// Each network with its name, in an order that files preserve.
    pub networks: Vec<(String, N)>,
    /// Texts that describe the training, by name.
    pub notes: BTreeMap<String, String>,
}

/// The JSON object in the metadata of a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct About {
    format: u32,
    networks: Vec<String>,
    notes: BTreeMap<String, String>,
}

/// The version of the format.
const FORMAT: u32 = 1;
/// The key of the metadata entry that holds the JSON object.
const KEY: &str = "quadrille";
/// The maximum size of a file in bytes.
pub const LARGEST: usize = 1 << 28;
/// The maximum number of networks in a file.
const MOST_NETWORKS: usize = 64;

/// The error of reading a file of weights.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The file is not in this format, or it is damaged.
    #[error("not a weight file in safetensors format: {0}")]
    Format(String),
    /// The file was written by another program, or by a later version of this one.
    #[error("not a weight file for the networks of a card game: {0}")]
    Foreign(String),
    /// A tensor is missing or invalid.
    #[error("tensor `{tensor}`: {what}")]
    Tensor {
        /// The name of the tensor.
        tensor: String,
        /// The reason.
        what: String,
    },
}

fn wrong(tensor: impl Into<String>, what: impl Into<String>) -> FileError {
    FileError::Tensor { tensor: tensor.into(), what: what.into() }
}

/// A type of network that files can hold.
pub trait Stored: Sized {
    /// Returns the tensors of a network, each with the suffix of its name, its type, sizes and
    /// bytes.
    #[doc(hidden)]
    fn tensors(&self) -> Vec<(&'static str, Dtype, Vec<usize>, Vec<u8>)>;

    /// Reads the tensors of a network.
    #[doc(hidden)]
    fn read(tensors: &Tensors<'_, '_>) -> Result<Self, FileError>;

    /// The number of tensors of a network.
    #[doc(hidden)]
    const NUMBER: usize;
}

/// The tensors of one network in a file.
#[derive(Debug)]
pub struct Tensors<'a, 'b> {
    file: &'a SafeTensors<'b>,
    network: &'a str,
}

impl<'b> Tensors<'_, 'b> {
    fn view(&self, end: &str, dtype: Dtype) -> Result<TensorView<'b>, FileError> {
        let name = format!("{}.{end}", self.network);
        let view = self.file.tensor(&name).map_err(|_| wrong(&name, "it is missing"))?;
        if view.dtype() != dtype {
            return Err(wrong(name, format!("the type is {:?}; expected {dtype:?}", view.dtype())));
        }
        Ok(view)
    }

    /// Returns the numbers of the tensor whose name ends with `end`. The tensor must be of type
    /// `dtype` and have the given sizes.
    fn numbers<T, const SIZE: usize>(
        &self,
        end: &str,
        dtype: Dtype,
        sizes: &[usize],
        number: fn([u8; SIZE]) -> T,
    ) -> Result<Vec<T>, FileError> {
        let view = self.view(end, dtype)?;
        if view.shape() != sizes {
            let what = format!("the sizes are {:?}; expected {sizes:?}", view.shape());
            return Err(wrong(format!("{}.{end}", self.network), what));
        }
        Ok(view.data().as_chunks().0.iter().copied().map(number).collect())
    }

    /// Returns the shape of the network, from the sizes of its matrices.
    fn shape(&self, dtype: Dtype) -> Result<Shape, FileError> {
        let sizes = |end: &str| match *self.view(end, dtype)?.shape() {
            [rows, columns] => Ok((rows, columns)),
            ref other => Err(wrong(
                format!("{}.{end}", self.network),
                format!("the sizes are {other:?}; expected two sizes"),
            )),
        };
        let ((inputs, first), (_, second)) = (sizes("first.weight")?, sizes("second.weight")?);
        Shape::new(inputs, first, second)
            .map_err(|error| wrong(format!("{}.first.weight", self.network), error.to_string()))
    }

    fn floats(&self, end: &str, sizes: &[usize]) -> Result<Vec<f32>, FileError> {
        let values = self.numbers(end, Dtype::F32, sizes, f32::from_le_bytes)?;
        match values.iter().find(|value| !value.is_finite()) {
            Some(value) => {
                Err(wrong(format!("{}.{end}", self.network), format!("{value} is not a finite number")))
            }
            None => Ok(values),
        }
    }
}

fn bytes<T: Copy, const SIZE: usize>(values: &[T], bytes: fn(T) -> [u8; SIZE]) -> Vec<u8> {
    values.iter().flat_map(|&value| bytes(value)).collect()
}

impl Stored for Network {
    const NUMBER: usize = 6;

    fn tensors(&self) -> Vec<(&'static str, Dtype, Vec<usize>, Vec<u8>)> {
        let (shape, tensors) = (self.shape(), self.tensors());
        let (inputs, first, second) = (shape.inputs(), shape.first(), shape.second());
        let of = |name, sizes: &[usize], values: &[f32]| {
            (name, Dtype::F32, sizes.to_vec(), bytes(values, f32::to_le_bytes))
        };
        vec![
            of("first.weight", &[inputs, first], tensors.rows),
            of("first.bias", &[first], tensors.first_bias),
            of("second.weight", &[first, second], tensors.matrix),
            of("second.bias", &[second], tensors.second_bias),
            of("last.weight", &[second], tensors.last),
            of("last.bias", &[1], &[tensors.last_bias]),
        ]
    }

    fn read(tensors: &Tensors<'_, '_>) -> Result<Self, FileError> {
        let shape = tensors.shape(Dtype::F32)?;
        let (inputs, first, second) = (shape.inputs(), shape.first(), shape.second());
        let mut values = tensors.floats("first.weight", &[inputs, first])?;
        values.extend(tensors.floats("first.bias", &[first])?);
        values.extend(tensors.floats("second.weight", &[first, second])?);
        values.extend(tensors.floats("second.bias", &[second])?);
        values.extend(tensors.floats("last.weight", &[second])?);
        values.extend(tensors.floats("last.bias", &[1])?);
        values.resize(shape.padded(), 0.0);
        Self::from_values(shape, values).ok_or_else(|| wrong(tensors.network, "a weight is not finite"))
    }
}

impl Stored for Quantised {
    const NUMBER: usize = 7;

    fn tensors(&self) -> Vec<(&'static str, Dtype, Vec<usize>, Vec<u8>)> {
        let shape = self.shape();
        let (inputs, first, second) = (shape.inputs(), shape.first(), shape.second());
        let short = |name, sizes: &[usize], values: &[i16]| {
            (name, Dtype::I16, sizes.to_vec(), bytes(values, i16::to_le_bytes))
        };
        let long = |name, sizes: &[usize], values: &[i32]| {
            (name, Dtype::I32, sizes.to_vec(), bytes(values, i32::to_le_bytes))
        };
        let parts = self.parts();
        vec![
            short("first.weight", &[inputs, first], &parts.rows),
            short("first.bias", &[first], &parts.first_bias),
            short("second.weight", &[first, second], &parts.matrix),
            long("second.bias", &[second], &parts.second_bias),
            short("last.weight", &[second], &parts.last),
            long("last.bias", &[1], &[parts.last_bias]),
            long("scale", &[5], &parts.scale),
        ]
    }

    fn read(tensors: &Tensors<'_, '_>) -> Result<Self, FileError> {
        let shape = tensors.shape(Dtype::I16)?;
        let (inputs, first, second) = (shape.inputs(), shape.first(), shape.second());
        let short = |end, sizes: &[usize]| tensors.numbers(end, Dtype::I16, sizes, i16::from_le_bytes);
        let long = |end, sizes: &[usize]| tensors.numbers(end, Dtype::I32, sizes, i32::from_le_bytes);
        let parts = crate::quantised::QuantisedParts {
            rows: short("first.weight", &[inputs, first])?,
            first_bias: short("first.bias", &[first])?,
            matrix: short("second.weight", &[first, second])?,
            second_bias: long("second.bias", &[second])?,
            last: short("last.weight", &[second])?,
            last_bias: long("last.bias", &[1])?[0],
            scale: long("scale", &[5])?.try_into().unwrap_or_default(),
        };
        Self::from_parts(shape, parts)
            .map_err(|(end, what)| wrong(format!("{}.{end}", tensors.network), what))
    }
}

impl<N: Stored> Set<N> {
    /// Returns the set as the bytes of a file.
    ///
    /// # Panics
    /// If two networks have the same name.
    pub fn to_bytes(&self) -> Vec<u8> {
        let named = self.networks.iter().flat_map(|(name, network)| {
            let named = move |(end, dtype, sizes, bytes)| (format!("{name}.{end}"), dtype, sizes, bytes);
            network.tensors().into_iter().map(named)
        });
        let tensors: Vec<(String, Dtype, Vec<usize>, Vec<u8>)> = named.collect();
        let about = About {
            format: FORMAT,
            networks: self.networks.iter().map(|(name, _)| name.clone()).collect(),
            notes: self.notes.clone(),
        };
        let about = serde_json::to_string(&about).expect("texts can be written as JSON");
        let views = tensors.iter().map(|(name, dtype, sizes, bytes)| {
            (name, TensorView::new(*dtype, sizes.clone(), bytes).expect("the sizes match the bytes"))
        });
        // There is a single entry, because the order of several entries would not be fixed.
        let metadata = HashMap::from([(KEY.to_owned(), about)]);
        safetensors::serialize(views, Some(metadata.into_iter().collect())).expect("distinct names")
    }

    /// Reads a set from the bytes of a file.
    ///
    /// # Errors
    /// [`FileError`] if the bytes are not in this format, or a tensor is invalid. Integer weights
    /// are also invalid if a sum could overflow for a legal input.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        if bytes.len() > LARGEST {
            return Err(FileError::Format(format!("{} bytes; expected at most {LARGEST}", bytes.len())));
        }
        let (_, header) =
            SafeTensors::read_metadata(bytes).map_err(|error| FileError::Format(error.to_string()))?;
        let file = SafeTensors::deserialize(bytes).map_err(|error| FileError::Format(error.to_string()))?;
        let about = header.metadata().as_ref().and_then(|entries| entries.get(KEY));
        let about = about.ok_or_else(|| FileError::Foreign(format!("it has no metadata entry `{KEY}`")))?;
        let about: About = serde_json::from_str(about)
            .map_err(|error| FileError::Foreign(format!("metadata entry `{KEY}`: {error}")))?;
        if about.format != FORMAT {
            return Err(FileError::Foreign(format!("its format is {}; expected {FORMAT}", about.format)));
        }
        let number = about.networks.len();
        if number > MOST_NETWORKS || file.len() != number * N::NUMBER {
            let found = file.len();
            return Err(FileError::Foreign(format!(
                "{found} tensors for {number} networks; expected {} tensors per network, and at most \
                 {MOST_NETWORKS} networks",
                N::NUMBER
            )));
        }
        // The file has as many tensors as are read below, and each tensor that is read must exist.
        // So if the names of the networks are distinct, the file has no other tensors.
        let distinct: BTreeSet<&String> = about.networks.iter().collect();
        if distinct.len() != number {
            return Err(FileError::Foreign("two networks have the same name".to_owned()));
        }
        let read = |network: String| {
            let read = N::read(&Tensors { file: &file, network: &network })?;
            Ok((network, read))
        };
        let networks = about.networks.into_iter().map(read).collect::<Result<_, FileError>>()?;
        Ok(Self { networks, notes: about.notes })
    }

    /// Returns the SHA-256 over the names and tensors of all networks in order, in lower-case
    /// hexadecimal. Notes are not included.
    pub fn digest(&self) -> String {
        let mut digest = Sha256::new();
        for (name, network) in &self.networks {
            digest.update((name.len() as u64).to_le_bytes());
            digest.update(name);
            for (_, _, sizes, bytes) in network.tensors() {
                for &size in &sizes {
                    digest.update((size as u64).to_le_bytes());
                }
                digest.update(bytes);
            }
        }
        base16ct::lower::encode_string(&digest.finalize())
    }
}
