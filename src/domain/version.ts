/**
 * The reducers' version. It rises whenever the same events give other rows: a test folds a recorded
 * stream and pins the hash of its rows beside this number.
 */
export const REDUCER_VERSION = 1;
