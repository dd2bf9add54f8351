//! Contracts that span rooms, and the end-to-end test; see the `tests` folder.
