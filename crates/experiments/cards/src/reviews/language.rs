//! The words on the page of a review, in each language.
//!
//! A language is one constant of [`Phrases`], so a missing phrase is a compile error. Words of a
//! game, such as `pair` or `landlord`, belong to the game: see `ReviewedGame::word_in`.
//!
//! The terms are common among players: 疑問手 (a doubtful move) and 最善手 (the best move) are used in
//! reviews of shogi and Daifugo; 复盘 (going through a finished game) and 失误 (a mistake) are used in
//! Chinese reviews. A *charged* decision is 疑問手 or 失误.

use quadrille_report::PageWords;

/// The language of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Japanese.
    Ja,
    /// Chinese.
    Zh,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 3] = [Self::En, Self::Ja, Self::Zh];

    /// Returns the code of the language in commands: `en`, `ja`, `zh`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Ja => "ja",
            Self::Zh => "zh",
        }
    }
}

quadrille_table::by_name!(Language, "language");

/// The words of a page.
pub(super) struct Phrases {
    /// The words of the page that do not belong to the report.
    page: PageWords,
    /// The subject of the page, above its title; `{}` stands for the game.
    pub(super) subject: &'static str,
    /// The labels of the record and of the seed.
    pub(super) conditions: [&'static str; 2],
    /// The words before the best kind of action if it is also the kind that was taken.
    pub(super) another: &'static str,
    /// The total loss of a player.
    pub(super) total: &'static str,
    /// The separators of a label and its value, and of the parts of a list.
    pub(super) separators: [&'static str; 2],
    pub(super) review: &'static str,
    pub(super) decisions: &'static str,
    pub(super) charged: &'static str,
    pub(super) lost: &'static str,
    pub(super) players: &'static str,
    pub(super) player: &'static str,
    pub(super) loss: &'static str,
    pub(super) costliest: &'static str,
    pub(super) none: &'static str,
    pub(super) patterns: &'static str,
    pub(super) taken: &'static str,
    pub(super) best: &'static str,
    pub(super) times: &'static str,
    pub(super) game: &'static str,
    /// The label of the number of actions before the decision.
    pub(super) number: &'static str,
    pub(super) hand: &'static str,
    pub(super) table: &'static str,
    pub(super) reason: &'static str,
    pub(super) seat: &'static str,
    pub(super) counted: &'static str,
    pub(super) state: &'static str,
    pub(super) value: &'static str,
    pub(super) leads: &'static str,
    pub(super) all: &'static str,
    pub(super) method: &'static str,
    pub(super) proved: &'static str,
    pub(super) playouts: &'static str,
    pub(super) policy: &'static str,
    pub(super) house: &'static str,
    pub(super) won: &'static str,
    pub(super) pass: &'static str,
}

const ENGLISH: Phrases = Phrases {
    page: PageWords::ENGLISH,
    subject: "{} review",
    another: "another ",
    conditions: ["record", "seed"],
    total: "loss of all decisions",
    separators: [": ", ", "],
    review: "Review",
    decisions: "decisions",
    charged: "charged",
    lost: "lost by charged decisions",
    players: "Players",
    player: "player",
    loss: "loss",
    costliest: "The costliest decisions",
    none: "No decision is charged with a loss.",
    patterns: "Patterns",
    taken: "played",
    best: "best",
    times: "times",
    game: "game",
    number: "after",
    hand: "hand",
    table: "table",
    reason: "found by",
    seat: "seat",
    counted: "cards",
    state: "state",
    value: "value of the best move",
    leads: "leads",
    all: "All decisions",
    method: "Each decision was searched with only the information of its seat. This search selected the best \
             move. The loss was then estimated in other worlds, so it can be negative. A decision is charged \
             with a loss if the 95 % interval of the loss lies above 0.",
    proved: "proof",
    playouts: "playouts",
    policy: "policy",
    house: "rule player",
    won: "the best move was proved",
    pass: "pass",
};

const JAPANESE: Phrases = Phrases {
    page: PageWords {
        language: "ja",
        contents: "目次",
        link: "この節へのリンク",
        show_all: "全 {} 行を表示",
        show_first: "最初の 20 行だけ表示",
        how_found: "計算の条件",
        program: "プログラム",
    },
    subject: "{}の検討",
    another: "別の",
    conditions: ["棋譜", "シード"],
    total: "全ての手の損失の合計",
    separators: ["：", "、"],
    review: "棋譜の検討",
    decisions: "検討した手",
    charged: "疑問手",
    lost: "疑問手による損失",
    players: "プレイヤ",
    player: "プレイヤ",
    loss: "損失",
    costliest: "損失の大きい手",
    none: "疑問手はありません。",
    patterns: "傾向",
    taken: "実際の手",
    best: "最善手",
    times: "回数",
    game: "ゲーム",
    number: "これまでの手数",
    hand: "手札",
    table: "場",
    reason: "根拠",
    seat: "席",
    counted: "枚",
    state: "状態",
    value: "最善手の評価",
    leads: "なし（親番）",
    all: "検討した全ての手（選択肢が 2 つ以上）",
    method: "各手は、その席から見える情報だけで探索しました。損失は、最善手を選んだものとは別の配札で推定した\
             ため、負になることもあります。損失の 95 % 信頼区間が 0 より上にある手だけを疑問手とします。",
    proved: "証明",
    playouts: "プレイアウト",
    policy: "方策",
    house: "ルールベース",
    won: "必勝手があった場面",
    pass: "パス",
};

const CHINESE: Phrases = Phrases {
    page: PageWords {
        language: "zh",
        contents: "目录",
        link: "本节链接",
        show_all: "显示全部 {} 行",
        show_first: "只显示前 20 行",
        how_found: "计算条件",
        program: "程序",
    },
    subject: "{}复盘",
    another: "另一",
    conditions: ["记录", "种子"],
    total: "全部出牌的损失合计",
    separators: ["：", "、"],
    review: "对局复盘",
    decisions: "手",
    charged: "失误",
    lost: "失误造成的损失",
    players: "玩家",
    player: "玩家",
    loss: "损失",
    costliest: "损失最大的几手",
    none: "没有发现失误。",
    patterns: "规律",
    taken: "实际出牌",
    best: "最佳出牌",
    times: "次数",
    game: "局",
    number: "此前手数",
    hand: "手牌",
    table: "桌面",
    reason: "依据",
    seat: "座位",
    counted: "张",
    state: "状态",
    value: "最佳出牌的估值",
    leads: "先出",
    all: "全部出牌",
    method: "每一手都只用该座位可见的信息进行搜索。损失在另外的牌局中估计，与选出最佳出牌的牌局无关，因此可能为负；\
             只有当损失的 95 % 置信区间高于 0 时，才算作失误。",
    proved: "证明",
    playouts: "模拟",
    policy: "策略网络",
    house: "规则玩家",
    won: "手中有必胜走法时",
    pass: "不出",
};

impl Language {
    /// Returns the words of a page in this language that do not belong to its report.
    pub const fn page_words(self) -> &'static PageWords {
        &self.phrases().page
    }

    /// Returns the labels of the record and of the seed, which are shown at the end of a page.
    pub const fn condition_labels(self) -> [&'static str; 2] {
        self.phrases().conditions
    }

    pub(super) const fn phrases(self) -> &'static Phrases {
        match self {
            Self::En => &ENGLISH,
            Self::Ja => &JAPANESE,
            Self::Zh => &CHINESE,
        }
    }

    /// Returns the name of a unit in this language.
    pub(super) fn unit(self, unit: &str) -> &str {
        match (self, unit) {
            (Self::Ja, "points") => "点",
            (Self::Ja, "win share") => "勝率",
            // The unit is points relative to the mean of the table, as in Hearts.
            (Self::Ja, _) => "平均との点差",
            (Self::Zh, "points") => "分",
            (Self::Zh, "win share") => "胜率",
            (Self::Zh, _) => "与平均分之差",
            (Self::En, _) => unit,
        }
    }

    /// Returns the name of a reason in this language.
    pub(super) fn reason(self, reason: &str) -> &'static str {
        let phrases = self.phrases();
        match reason {
            "proved" => phrases.proved,
            "policy" => phrases.policy,
            "house" => phrases.house,
            // The reason is `playouts`: decisions with a single action (`only`) are not reviewed.
            _ => phrases.playouts,
        }
    }
}
