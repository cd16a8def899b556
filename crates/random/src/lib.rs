//! Generators, seeding and independent streams.
