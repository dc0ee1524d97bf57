//! The numbers of the evaluation, each in hundredths of a pawn unless it says otherwise.

macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident: [$count:literal] = $default:expr;)+) => {
        /// The numbers of the evaluation, by name.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Weights {
            $($(#[$doc])* pub $name: [i32; $count],)+
        }

        impl Weights {
            /// The numbers in use.
            pub const DEFAULT: Weights = Weights { $($name: $default,)+ };

            /// All numbers in a row, with the name of each group and its length.
            #[must_use]
            pub fn flat(&self) -> Vec<i32> {
                let mut row = Vec::new();
                $(row.extend(self.$name);)+
                row
            }

            /// The numbers from a row; what is missing keeps its value.
            pub fn set_flat(&mut self, row: &[i32]) {
                let mut row = row.iter();
                $(for (own, new) in self.$name.iter_mut().zip(row.by_ref().take($count)) {
                    *own = *new;
                })+
            }

            /// The names of the groups and their lengths, in the order of [`Weights::flat`].
            #[must_use]
            pub fn groups() -> Vec<(&'static str, usize)> {
                vec![$((stringify!($name), $count),)+]
            }
        }
    };
}

weights! {
    /// Men on the board: pawn, knight, bishop, rook, queen.
    board: [5] = [100, 290, 290, 400, 750];
    /// The first man of a kind in the stock.
    stock: [5] = [125, 350, 330, 420, 830];
    /// Each further man of the kind.
    stock_more: [5] = [95, 300, 280, 360, 700];
    /// Pawns by square: ranks from one's own side, files a to d mirrored.
    pawn_at: [32] = [
        0, 0, 0, 0,
        0, 8, 4, -8,
        4, 6, 8, 6,
        2, 4, 12, 22,
        8, 12, 20, 30,
        25, 30, 38, 45,
        60, 65, 70, 75,
        0, 0, 0, 0,
    ];
    /// Knights by square.
    knight_at: [32] = [
        -50, -25, -20, -20,
        -25, -15, 0, 2,
        -20, 2, 12, 10,
        -10, 8, 18, 25,
        -5, 15, 28, 34,
        -5, 15, 32, 36,
        -15, 5, 20, 22,
        -60, -20, -5, 0,
    ];
    /// Bishops by square.
    bishop_at: [32] = [
        -15, -10, -14, -12,
        -8, 8, 2, 4,
        -4, 6, 8, 8,
        -2, 6, 12, 18,
        0, 10, 14, 20,
        2, 12, 16, 16,
        -6, 4, 6, 6,
        -15, -5, -5, -5,
    ];
    /// Rooks by square.
    rook_at: [32] = [
        -8, -6, 2, 8,
        -12, -6, -2, 2,
        -10, -4, 0, 2,
        -8, -4, 0, 2,
        -4, 0, 4, 6,
        0, 4, 8, 10,
        12, 16, 20, 22,
        8, 10, 12, 12,
    ];
    /// Queens by square.
    queen_at: [32] = [
        -8, -6, -4, 2,
        -6, -2, 4, 4,
        -4, 2, 4, 4,
        -2, 4, 6, 8,
        0, 6, 10, 12,
        4, 10, 14, 16,
        4, 12, 16, 18,
        2, 8, 10, 12,
    ];
    /// Kings by square.
    king_at: [32] = [
        10, 25, 5, -5,
        5, 8, -15, -25,
        -20, -30, -45, -55,
        -40, -60, -70, -80,
        -60, -80, -90, -95,
        -70, -90, -95, -95,
        -70, -90, -95, -95,
        -70, -90, -95, -95,
    ];
    /// Each square that a knight, bishop, rook, queen reaches.
    reach: [4] = [5, 5, 3, 2];
    /// A knight, bishop, rook, queen that reaches next to nothing.
    caged: [4] = [-18, -22, -15, -15];
    /// A man attacked by a pawn: pawn, knight, bishop, rook, queen.
    hit_by_pawn: [5] = [4, 45, 45, 60, 70];
    /// A man attacked by a knight or bishop.
    hit_by_minor: [5] = [4, 18, 20, 45, 55];
    /// A man attacked by a rook.
    hit_by_rook: [5] = [3, 14, 14, 10, 45];
    /// A man that is attacked and not guarded.
    hanging: [5] = [12, 35, 35, 35, 40];
    /// A pawn with a free way to promote, by its rank.
    passed: [8] = [0, 0, 0, 8, 20, 50, 110, 0];
    /// The right to move.
    tempo: [1] = [28];
    /// Two bishops.
    bishop_pair: [1] = [15];
    /// Danger: an enemy pawn, knight, bishop, rook, queen that looks at the king's zone.
    besieger: [5] = [8, 26, 22, 22, 30];
    /// Danger: each hit on a square of the zone.
    zone_hit: [1] = [8];
    /// Danger: each square of the zone that is attacked and guarded by the king at most.
    zone_weak: [1] = [26];
    /// Danger: a check by a knight, bishop, rook, queen that can't be captured.
    safe_check: [4] = [75, 50, 80, 85];
    /// Danger: a drop of a pawn, knight, bishop, rook, queen with check that can't be captured.
    drop_check: [5] = [30, 85, 60, 85, 105];
    /// Danger: a drop with check that can be captured.
    drop_check_loose: [5] = [8, 22, 16, 22, 25];
    /// Danger: each pawn, knight, bishop, rook, queen in the enemy's stock.
    stock_danger: [5] = [8, 18, 13, 14, 28];
    /// Danger: each empty square around the king that only it guards, if the enemy has a stock.
    hole: [1] = [13];
    /// Danger: the same square when the enemy attacks it too.
    hole_attacked: [1] = [24];
    /// Danger: a file beside or before the king: pawn one step, two steps ahead, further, none.
    shelter: [4] = [-22, -8, 8, 20];
    /// Danger: each square to which the king can flee.
    flight: [1] = [-9];
    /// Danger: each pawn, knight, bishop, rook, queen of one's own stock, a blocker.
    own_stock: [5] = [-8, -10, -9, -4, -4];
    /// Danger: each knight, bishop, rook, queen of one's own near the king.
    guard: [4] = [-16, -14, -6, -8];
    /// Danger: the enemy has no queen at all.
    no_queen: [1] = [-45];
    /// Danger: always.
    danger_base: [1] = [10];
    /// Danger d costs d * d / 256 * this / 256, and d * the second / 256.
    danger_cost: [2] = [330, 90];
}
