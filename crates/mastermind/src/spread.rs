//! A permutation of the numbers below n, every prefix of which is evenly spread.
//!
//! Each number is the previous one plus a step of about n/φ modulo n, where φ is the golden ratio.
//! The step is coprime to n, so every number occurs once. The order depends only on n.

/// Iterator over the numbers below n in the order that the [module](self) describes.
#[derive(Debug, Clone)]
pub(crate) struct Spread {
    n: u64,
    step: u64,
    at: u64,
    left: u64,
}

impl Spread {
    pub(crate) fn new(n: u64) -> Self {
        let golden = ((u128::from(n) * 0x9e37_79b9_7f4a_7c15) >> 64) as u64;
        let step = (golden.max(1)..=n.max(1)).find(|&step| gcd(step, n) == 1).unwrap_or(1);
        Self { n, step: if n == 0 { 0 } else { step % n }, at: 0, left: n }
    }
}

impl Iterator for Spread {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        self.left = self.left.checked_sub(1)?;
        let number = self.at;
        self.at = ((u128::from(number) + u128::from(self.step)) % u128::from(self.n)) as u64;
        Some(number)
    }
}

const fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::Spread;

    #[test]
    fn every_number_comes_once_and_the_first_few_are_spread() {
        for n in (0..300).chain([1296, 4096, 46_656, 65_537]) {
            let mut seen = vec![false; n as usize];
            for number in Spread::new(n) {
                assert!(!std::mem::replace(&mut seen[number as usize], true), "{n} {number}");
            }
            assert!(seen.into_iter().all(|seen| seen), "{n}");
        }
        for n in [1_000_000u64, 429_981_696, 15u64.pow(16), 15u64.pow(15)] {
            let mut first: Vec<u64> = Spread::new(n).take(100).collect();
            first.sort_unstable();
            let gaps = first.windows(2).map(|pair| pair[1] - pair[0]);
            let (least, most) =
                gaps.fold((u64::MAX, 0), |(least, most), gap| (least.min(gap), most.max(gap)));
            assert!(least >= n / 400 && most <= n / 40, "{n}: {least} {most}");
        }
    }
}
