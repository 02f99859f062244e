/** Players of one server that the host reads and tells of: more than twice the places of the largest servers. */
export const PLAYERS_PER_SERVER = 2_048;
