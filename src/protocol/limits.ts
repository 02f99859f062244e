/** What a client may send on `/connect`, as both sides count it. */

/** Cursors in one message; a `hello` with more goes on in messages of their own. */
export const CURSORS_PER_MESSAGE = 2_000;
/** Messages that one `hello` may take: more servers than a host can have. */
export const HELLO_MESSAGES = 50;
/** Characters of a message that tells cursors, and of any other. */
export const MESSAGE_LENGTH = { cursors: 256 * 1024, other: 4 * 1024 } as const;
/** Messages at once, and per second in the long run. */
export const MESSAGE_RATE = { burst: 60, perSecond: 10 } as const;
