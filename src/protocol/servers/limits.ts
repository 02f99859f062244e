/** The most servers that `ids` of a list names. */
export const LIST_IDS_MAX = 200;

/**
 * The most rows of a page of servers: each server is one, and so is each of its players. A server that
 * has more by itself is a page of its own.
 */
export const LIST_PAGE_ROWS = 1_000;

/** The most servers that an account puts in an order of its own. */
export const NAV_MAX = 500;

/** The most tags of a server, and the most characters of one. */
export const TAG_LIMIT = { tags: 8, characters: 24 } as const;
