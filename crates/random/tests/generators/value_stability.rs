//! Frozen values of every generator for two seeds. A change affects the results of all experiments
//! that use the generator, and must be noted in the change log.

use quadrille_random::catalogue;

/// Name and seed; then the first three values of each format: u32, u64, bits of f64.
type Golden = (&'static str, u64, [u32; 3], [u64; 3], [u64; 3]);

const GOLDEN: &[Golden] = &[
    (
        "asa128",
        0,
        [0x22108862, 0x46551984, 0x5DE12C04],
        [0x4655198422108862, 0x1C52CE335DE12C04, 0x824A00EF4A05317F],
        [0x3FE2513373A6F4B8, 0x3FE6E61D6643B5C8, 0x3FD94AC77B946110],
    ),
    (
        "asa128",
        31459,
        [0xA5C76F60, 0xB080D1E4, 0xDC7E58EE],
        [0xB080D1E4A5C76F60, 0x93235E1EDC7E58EE, 0xE90898BBCFD2380B],
        [0x3FDE0D9B183680F8, 0x3FD9E02E3A3E1F38, 0x3FE4D8C5D6DBF2E0],
    ),
    (
        "sfmt19937",
        0,
        [0x2E0CAA58, 0x0FCF240A, 0x3E796292],
        [0x0FCF240A2E0CAA58, 0x5F814E263E796292, 0xCB7902B7C91A29CD],
        [0x3FAF9E48145C1950, 0x3FD7E053898F9E58, 0x3FE96F2056F92345],
    ),
    (
        "sfmt19937",
        31459,
        [0x7C5D5750, 0x2AD5C2E6, 0x12E3707F],
        [0x2AD5C2E67C5D5750, 0xA7FFD25612E3707F, 0xF3C55A8886A0D8FE],
        [0x3FC56AE1733E2EA8, 0x3FE4FFFA4AC25C6E, 0x3FEE78AB5110D41B],
    ),
    (
        "msvc-rand",
        0,
        [0x00000026, 0x00001E27, 0x000052F6],
        [0x130A8A5D004C789E, 0xEF285B77415BF875, 0x7C628BC708EC0466],
        [0x3F53000000000000, 0x3FCE270000000000, 0x3FE4BD8000000000],
    ),
    (
        "msvc-rand",
        31459,
        [0x00001172, 0x0000228C, 0x00001860],
        [0x1E5F9B2C22E48A30, 0x776A5CA45F234BA5, 0xF691E87B8482B345],
        [0x3FC1720000000000, 0x3FD1460000000000, 0x3FC8600000000000],
    ),
    (
        "glibc-rand",
        0,
        [0x6B8B4567, 0x327B23C6, 0x643C9869],
        [0xC87930D3D7168ACE, 0x55D12895E961B8A2, 0x7A36B175471C3E53],
        [0x3FEAE2D159C00000, 0x3FD93D91E3000000, 0x3FE90F261A400000],
    ),
    (
        "glibc-rand",
        31459,
        [0x1F6911D9, 0x367DC91E, 0x3D21586B],
        [0x7A42B0D63ED223B2, 0xD35D7D9D95BBFCE7, 0xDCEB3BDF93628188],
        [0x3FCF6911D9000000, 0x3FDB3EE48F000000, 0x3FDE90AC35800000],
    ),
    (
        "mt19937",
        0,
        [0x8C7F0AAC, 0x97C4AA2F, 0xB716A675],
        [0x97C4AA2F8C7F0AAC, 0xD821CCC0B716A675, 0xDBA252FB9A4EB343],
        [0x3FE18FE155918FE1, 0x3FE2F89545F2F895, 0x3FE6E2D4CEB6E2D5],
    ),
    (
        "mt19937",
        31459,
        [0x829F8B1E, 0x8205ED35, 0xB3A4698D],
        [0x8205ED35829F8B1E, 0xBE18B826B3A4698D, 0xE6AC7BF0299DEA0B],
        [0x3FE053F163D053F1, 0x3FE040BDA6B040BE, 0x3FE6748D31B6748D],
    ),
    (
        "net-random",
        0,
        [0x5CF58A1A, 0x689E1E0C, 0x624E9146],
        [0xC49D228DB9EB1435, 0xE7F163C834BE96BB, 0x4ABA5ECAFA40B35A],
        [0x3FE73D6286AE7AC5, 0x3FEA278783344F0F, 0x3FE893A451B12749],
    ),
    (
        "net-random",
        31459,
        [0x5A234D6E, 0x3C9F7404, 0x1D987509],
        [0x3B30EA12B4469ADC, 0x525964237EF4A443, 0x18FB5133FB31C36D],
        [0x3FE688D35BAD11A7, 0x3FDE4FBA023C9F74, 0x3FCD9875093B30EA],
    ),
    (
        "xoshiro256++",
        0,
        [0x53175D61, 0x61DA6F3D, 0x5C0FDF91],
        [0x53175D61490B23DF, 0x61DA6F3DC380D507, 0x5C0FDF91EC9A7BFC],
        [0x3FD4C5D7585242C8, 0x3FD8769BCF70E034, 0x3FD703F7E47B269E],
    ),
    (
        "xoshiro256++",
        31459,
        [0x04F831E3, 0xB1A12A0A, 0x1C22E752],
        [0x04F831E38332678E, 0xB1A12A0A8FEC202E, 0x1C22E752578F6BB6],
        [0x3F93E0C78E0CC980, 0x3FE634254151FD84, 0x3FBC22E752578F68],
    ),
    (
        "xoshiro256++x8",
        0,
        [0xE3772D2E, 0xA3DBF315, 0x044D5F06],
        [0xE3772D2E1004CA7E, 0xA3DBF315DCDEB23B, 0x044D5F06C03C1A3F],
        [0x3FEC6EE5A5C20099, 0x3FE47B7E62BB9BD6, 0x3F91357C1B00F060],
    ),
    (
        "xoshiro256++x8",
        31459,
        [0x3B447DE7, 0xA9A9BD89, 0xADFFE75A],
        [0x3B447DE736BA6CF7, 0xA9A9BD894B0799CA, 0xADFFE75AB4F1BBBD],
        [0x3FCDA23EF39B5D34, 0x3FE53537B12960F3, 0x3FE5BFFCEB569E37],
    ),
    (
        "philox4x32-10",
        0,
        [0x6627E8D5, 0xE169C58D, 0xBC57AC4C],
        [0xE169C58D6627E8D5, 0x9B00DBD8BC57AC4C, 0x5CB200DBF8E4CCA4],
        [0x3FEC2D38B1ACC4FD, 0x3FE3601B7B178AF5, 0x3FD72C8036FE3932],
    ),
    (
        "philox4x32-10",
        31459,
        [0xC33CEFC4, 0x6A98F285, 0x086AE239],
        [0x6A98F285C33CEFC4, 0xBE37EB5D086AE239, 0x080B0A7619655222],
        [0x3FDAA63CA170CF3A, 0x3FE7C6FD6BA10D5C, 0x3FA01614EC32CAA0],
    ),
];

#[test]
fn sequences_begin_as_they_always_did() {
    for entry in catalogue::entries() {
        let frozen = GOLDEN.iter().filter(|golden| golden.0 == entry.name).count();
        assert_eq!(frozen, 2, "{}", entry.name);
    }
    for &(name, seed, u32s, u64s, f64s) in GOLDEN {
        let start = || catalogue::find(name).unwrap().start(seed).unwrap();
        let (mut words, mut long, mut doubles) = ([0; 3], [0; 3], [0.0; 3]);
        start().fill_u32(&mut words);
        start().fill_u64(&mut long);
        start().fill_f64(&mut doubles);
        let found: Golden = (name, seed, words, long, doubles.map(f64::to_bits));
        assert_eq!(found, (name, seed, u32s, u64s, f64s), "{found:#X?}");
    }
}
