//! Dou Dizhu (斗地主): packed hands, every legal move, whole games.
