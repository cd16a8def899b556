//! Serialised summaries are read back unchanged, and damaged ones are refused.

use quadrille_stats::{Bins, Counts, Histogram, Interval, Moments, Sample};
use serde::{Serialize, de::DeserializeOwned};

fn there_and_back<T: Serialize + DeserializeOwned>(value: &T) -> T {
    let bytes = postcard::to_stdvec(value).expect("serialisable");
    let back = postcard::from_bytes(&bytes).expect("just stored");
    assert_eq!(postcard::to_stdvec(&back).expect("serialisable"), bytes);
    let text = serde_json::to_string(value).expect("serialisable");
    let from_text: T = serde_json::from_str(&text).expect("just written");
    assert_eq!(serde_json::to_string(&from_text).expect("serialisable"), text);
    back
}

fn moments(values: &[f64]) -> Moments {
    let mut moments = Moments::new();
    for &value in values {
        moments.record(value).expect("finite");
    }
    moments
}

#[test]
fn summaries_survive_the_store() {
    let counts = Counts::of([-5, 3, 3, i64::MAX]).expect("four values");
    assert_eq!(there_and_back(&counts), counts);
    assert_eq!(there_and_back(&Counts::new()), Counts::new());

    let mut histogram = Histogram::new(Bins::nice(0.0, 1.0, 100).expect("bins"));
    for value in [-1.0, 0.3, 0.95, 7.0] {
        histogram.record(value).expect("finite");
    }
    assert_eq!(there_and_back(&histogram), histogram);
    assert_eq!(there_and_back(&histogram).total(), 4);

    let sample = Sample::try_from(vec![1.5, -0.0, 1e300]).expect("finite");
    assert_eq!(there_and_back(&sample), sample);

    let three = moments(&[1.0, 2.5, -4.0]);
    let back = there_and_back(&three);
    assert_eq!((back.mean(), back.variance(), back.max()), (three.mean(), three.variance(), Some(2.5)));
    assert!(there_and_back(&Moments::new()).is_empty());

    let interval = Interval { low: 1.0, high: 2.0 };
    assert_eq!(there_and_back(&interval), interval);
}

#[test]
fn damaged_summaries_are_refused() {
    fn refused<T: DeserializeOwned>(text: &str, because: &str) {
        let error = serde_json::from_str::<T>(text).err().expect("damaged").to_string();
        assert!(error.contains(because), "{text}: {error}");
    }
    refused::<Counts>(r#"{"1": 18446744073709551615, "2": 1}"#, "too many observations");
    refused::<Sample>("[1.0, 1e999]", "number out of range");
    refused::<Bins>("[1.0, 1.0]", "bin edges must be strictly ascending");
    refused::<Bins>("[1.0]", "0 bins");
    refused::<Histogram>(
        r#"{"bins": [0.0, 1.0], "counts": [1, 2], "below": 0, "above": 0}"#,
        "the bins do not match",
    );
    refused::<Histogram>(
        r#"{"bins": [0.0, 1.0], "counts": [18446744073709551615], "below": 1, "above": 0}"#,
        "too many observations",
    );

    let good = serde_json::to_string(&moments(&[1.0, 2.0])).expect("serialisable");
    assert!(good.contains(r#""sum_2":0.5"#) && good.contains(r#""max":2.0"#), "{good}");
    refused::<Moments>(&good.replace("0.5", "-0.5"), "variance");
    refused::<Moments>(&good.replace(r#""max":2.0"#, r#""max":0.5"#), "exceeds the largest");
    refused::<Moments>(&good.replace(r#""max":2.0"#, r#""max":1e200"#), "too large");

    // JSON has no infinity; the binary format does.
    let mut bytes = postcard::to_stdvec(&Sample::try_from(vec![1.0]).expect("finite")).expect("serialisable");
    bytes.splice(1.., f64::INFINITY.to_le_bytes());
    assert!(postcard::from_bytes::<Sample>(&bytes).is_err());
    let mut bytes = postcard::to_stdvec(&moments(&[1.0, 2.0])).expect("serialisable");
    let at = bytes.len() - 8;
    bytes.splice(at.., f64::NAN.to_le_bytes());
    assert!(postcard::from_bytes::<Moments>(&bytes).is_err());
}

/// Frozen serialised bytes: results of old runs must stay readable.
#[test]
fn the_serialised_form_is_unchanged() {
    let counts = Counts::of([-1, 2, 2]).expect("three values");
    assert_eq!(postcard::to_stdvec(&counts).expect("serialisable"), [2, 1, 1, 4, 2]);
    assert_eq!(serde_json::to_string(&counts).expect("serialisable"), r#"{"-1":1,"2":2}"#);
    let json = serde_json::to_string(&moments(&[1.0, 2.0])).expect("serialisable");
    assert_eq!(json, r#"{"variance":{"avg":{"avg":1.5,"n":2},"sum_2":0.5},"min":1.0,"max":2.0}"#);
}
