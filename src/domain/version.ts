/**
 * The reducers' version. It rises whenever the same events give other rows: a test folds a seeded
 * stream of a thousand frames and pins the hash of its rows beside this number.
 */
export const REDUCER_VERSION = 2;

/**
 * What rows are made of: a hash over the schemas that they come from, the tables and the reducers'
 * version. A stored projection whose name carries another one is dropped and rebuilt. It is written
 * here, and not computed, so that no browser turns schemas into JSON to open its database; a test
 * computes it and says the new one.
 */
export const SCHEMA_HASH = '9272d929dd99';
