/** Players of one server that the host reads and tells of: more than twice the places of the largest servers. */
export const PLAYERS_PER_SERVER = 2_048;

/** How much is typed to find a player: one letter is in nearly every name. */
export const SEARCH_TEXT = { min: 2, max: 128 } as const;
