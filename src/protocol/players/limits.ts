/** Players of one server that the host reads and tells of: more than twice the places of the largest servers. */
export const PLAYERS_PER_SERVER = 2_048;

/** How much is typed to find a player; by one letter, which is in nearly every name, whole names alone are found. */
export const SEARCH_TEXT = { min: 1, max: 128 } as const;
