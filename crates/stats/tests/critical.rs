//! Critical values compared with 60-digit arithmetic and with the closed forms of the t
//! distribution, also where the methods change.

use proptest::prelude::*;
use quadrille_stats::{Confidence, StatsError, normal_critical, t_critical};

const CONFIDENCES: [f64; 10] =
    [0.01, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999, 0.999999, 0.999999999, 0.999999999999];

/// Normal critical values for these confidences, computed with mpmath to 60 digits.
const NORMAL: [f64; 10] = [
    0.012533469508069264,
    0.6744897501960817,
    1.2815515655446006,
    1.6448536269514729,
    1.9599639845400538,
    2.5758293035489004,
    3.2905267314918945,
    4.891638475692932,
    6.109410209383449,
    7.130509892879273,
];

/// Degrees of freedom, and the t critical values, computed in the same way.
const T: [(u64, [f64; 10]); 18] = [
    (
        1,
        [
            0.015709255323664916,
            1.0,
            3.077683537175254,
            6.313751514675045,
            12.706204736174694,
            63.656741162871526,
            636.6192487687191,
            636619.7723487513,
            636619790.3724186,
            636633855803.5593,
        ],
    ),
    (
        2,
        [
            0.014142842783549566,
            0.816496580927726,
            1.885618083164127,
            2.919985580353726,
            4.302652729749462,
            9.92484320091829,
            31.599054576443606,
            999.9992499854659,
            31622.77702514332,
            1000011.0610428281,
        ],
    ),
    (
        3,
        [
            0.013604054691036678,
            0.7648923284043453,
            1.6377443536962104,
            2.353363434801824,
            3.1824463052837086,
            5.840909309733355,
            12.92397863668748,
            130.1545895571102,
            1301.637179562648,
            13016.476782874553,
        ],
    ),
    (
        4,
        [
            0.013333827192320643,
            0.7406970841126826,
            1.533206274058944,
            2.1318467863266504,
            2.7764451051977934,
            4.604094871349992,
            8.610301581379273,
            49.4586367565786,
            278.3097818922792,
            1565.0921708841859,
        ],
    ),
    (
        5,
        [
            0.013171984672646882,
            0.7266868438004227,
            1.4758840488244813,
            2.0150483733330242,
            2.5705818356363146,
            4.032142983555227,
            6.868826625881109,
            28.47847346281956,
            113.6550517195027,
            452.54122659108975,
        ],
    ),
    (
        7,
        [
            0.012987718654428904,
            0.7111417780817864,
            1.4149239276505086,
            1.8945786050900075,
            2.364624251592785,
            3.4994832973504932,
            5.407882520861724,
            15.767009437416196,
            42.75080265055822,
            114.85570633409834,
        ],
    ),
    (
        10,
        [
            0.012850279188571376,
            0.6998120613124317,
            1.3721836411103359,
            1.8124611228116765,
            2.2281388519862744,
            3.169272672616951,
            4.586893858702635,
            10.516489956882173,
            21.622044216833572,
            43.457001115662806,
        ],
    ),
    (
        19,
        [
            0.012699423251768673,
            0.6876214602039603,
            1.3277282090267986,
            1.7291328115213696,
            2.093024054408309,
            2.860934606464979,
            3.8834058525920825,
            7.069118187044321,
            11.069477116171617,
            16.516446393352055,
        ],
    ),
    (
        30,
        [
            0.012638348785835286,
            0.6827556933212926,
            1.3104150253913958,
            1.697260886593958,
            2.0422724563012378,
            2.749995653567225,
            3.6459586350420214,
            6.119075620373899,
            8.721511235701241,
            11.722018886810611,
        ],
    ),
    (
        99,
        [
            0.012565164145518816,
            0.6769759855461527,
            1.2901614420344854,
            1.660391156016991,
            1.9842169515864172,
            2.626405457280827,
            3.39152883336365,
            5.217164206642668,
            6.752948019063427,
            8.17721483347081,
        ],
    ),
    (
        199,
        [
            0.012549227382736875,
            0.6757245956106457,
            1.285820209259409,
            1.6525467461665635,
            1.9719565442517535,
            2.6007602160585157,
            3.3400865561614306,
            5.049094595226164,
            6.416095741970827,
            7.621780016761146,
        ],
    ),
    (
        500,
        [
            0.01253973879132951,
            0.674980737965939,
            1.2832470207103743,
            1.6479068539295112,
            1.9647198374673673,
            2.5856978351419415,
            3.3100911515226694,
            4.95327566652914,
            6.228430943508677,
            7.319497229444656,
        ],
    ),
    (
        999,
        [
            0.012536606896949992,
            0.674735410346719,
            1.2823995700373974,
            1.6463803454275359,
            1.9623414611334495,
            2.5807596372676365,
            3.300292440398735,
            4.922320372360787,
            6.1684898199091664,
            7.224052331366184,
        ],
    ),
    (
        1999,
        [
            0.012535037319758139,
            0.674612498915322,
            1.2819752125780834,
            1.6456162481872627,
            1.9611514201705615,
            2.5782910195219233,
            3.2954005769273773,
            4.906930031990597,
            6.138813521661129,
            7.176998901038177,
        ],
    ),
    (
        2000,
        [
            0.012535036535803332,
            0.6746124375310218,
            1.2819750006831374,
            1.6456158666989076,
            1.9611508260994377,
            2.5782897875575186,
            3.2953981367297396,
            4.9069223654269125,
            6.138798759422545,
            7.176975527844351,
        ],
    ),
    (
        3000,
        [
            0.012534514171470248,
            0.6745715373368374,
            1.2818338239088423,
            1.6453617078374083,
            1.960755055322458,
            2.577469134838608,
            3.29377288068547,
            4.901818508329951,
            6.128975691180484,
            7.161429893122568,
        ],
    ),
    (
        10000,
        [
            0.012533782897947864,
            0.6745142844835924,
            1.2816362297304777,
            1.6450060180692432,
            1.960201239890626,
            2.5763210466685287,
            3.2914999659416044,
            4.894688616309937,
            6.1152685895666234,
            7.139761992691773,
        ],
    ),
    (
        100000,
        [
            0.012533500846704373,
            0.6744922035532922,
            1.2815600314493611,
            1.6448688647849699,
            1.9599877075346093,
            2.575878469908375,
            3.290624031411882,
            4.891943340709451,
            6.109995613768794,
            7.131434183400391,
        ],
    ),
];

fn confidence(confidence: f64) -> Confidence {
    Confidence::new(confidence).expect("a confidence")
}

fn relative(value: f64, expected: f64) -> f64 {
    ((value - expected) / expected).abs()
}

#[test]
fn normal_values_are_right_to_the_last_digits() {
    for (c, expected) in CONFIDENCES.into_iter().zip(NORMAL) {
        let z = normal_critical(confidence(c));
        assert!(relative(z, expected) < 4e-15, "{c}: {z} instead of {expected}");
    }
}

#[test]
fn t_values_are_right_to_eleven_digits() {
    for (degrees, row) in T {
        for (c, expected) in CONFIDENCES.into_iter().zip(row) {
            let t = t_critical(confidence(c), degrees).expect("degrees of freedom");
            assert!(relative(t, expected) < 2e-12, "{degrees} degrees, {c}: {t} instead of {expected}");
        }
    }
}

/// Returns the probability between −t and t, from the finite sums over powers of the cosine for
/// whole degrees of freedom (Abramowitz and Stegun 26.7.3 and 26.7.4), which are independent of the
/// tested methods.
fn t_probability(t: f64, degrees: u64) -> f64 {
    let angle = libm::atan(t / (degrees as f64).sqrt());
    let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
    let odd = degrees % 2 == 1;
    let mut term = if odd { cosine } else { 1.0 };
    let mut sum = if degrees == 1 { 0.0 } else { term };
    let mut k = if odd { 3 } else { 2 };
    while k < degrees {
        term *= cosine * cosine * (k - 1) as f64 / k as f64;
        sum += term;
        k += 2;
    }
    if odd { (angle + sine * sum) * std::f64::consts::FRAC_2_PI } else { sine * sum }
}

#[test]
fn t_values_give_back_their_confidence() {
    for degrees in 1..=2100 {
        for percent in (1..100).step_by(7).chain([95, 99]) {
            let c = f64::from(percent) / 100.0;
            let t = t_critical(confidence(c), degrees).expect("degrees of freedom");
            let back = t_probability(t, degrees);
            assert!((back - c).abs() < 5e-12, "{degrees} degrees: {c} came back as {back}");
        }
    }
}

#[test]
fn t_values_fall_towards_the_normal_one() {
    for c in CONFIDENCES {
        let mut last = f64::INFINITY;
        // The differences approach 0; from some point on only rounding is left.
        for degrees in (1..3000).chain([5000, 10_000, 1_000_000, 1_000_000_000, u64::MAX]) {
            let t = t_critical(confidence(c), degrees).expect("degrees of freedom");
            assert!(t <= last * (1.0 + 1e-11), "{c}, {degrees} degrees: {t} after {last}");
            last = t;
        }
        assert_eq!(last.to_bits(), normal_critical(confidence(c)).to_bits());
    }
}

#[test]
fn wrong_confidences_are_refused() {
    for c in
        [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.5, -0.0, 0.0, 1.0, 1.0 - f64::EPSILON / 2.0, 95.0]
    {
        let Err(StatsError::Confidence(refused)) = Confidence::new(c) else { panic!("{c} was accepted") };
        assert_eq!(refused.to_bits(), c.to_bits());
    }
    assert!(t_critical(confidence(0.95), 0).is_err());
}

proptest! {
    /// For all parameters the result is finite, not negative, and increases with the confidence.
    #[test]
    fn every_confidence_has_a_finite_value(
        c in prop_oneof![
            0.0..Confidence::MAX,
            (0..300i32).prop_map(|e| libm::exp10(f64::from(-e))),
            (0.0..12.0f64).prop_map(|e| 1.0 - libm::exp10(-e)),
            Just(f64::MIN_POSITIVE), Just(5e-324), Just(Confidence::MAX),
        ],
        degrees in prop_oneof![1..30u64, 1..3000u64, any::<u64>().prop_map(|n| n.max(1))],
    ) {
        prop_assume!(c > 0.0 && c <= Confidence::MAX);
        let t = t_critical(confidence(c), degrees).expect("degrees of freedom");
        let z = normal_critical(confidence(c));
        prop_assert!(t.is_finite() && t >= 0.0, "{}", t);
        prop_assert!(z.is_finite() && z >= 0.0, "{}", z);
        if c >= 0.01 {
            prop_assert!(t >= z * (1.0 - 1e-11));
            if c <= 0.9 {
                let more = t_critical(confidence(c + 0.01), degrees).expect("degrees of freedom");
                prop_assert!(more > t);
            }
        }
    }
}
