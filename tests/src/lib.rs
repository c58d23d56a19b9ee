//! What needs more than one crate: the tour and the saboteurs (binaries), the floors and the features (tests). This
//! library is empty on purpose, and nothing depends on it.
