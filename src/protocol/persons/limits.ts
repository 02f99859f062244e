/** So many are answered to a search that is answered at once. */
export const GLOBAL_RESULTS_MAX = 100;
