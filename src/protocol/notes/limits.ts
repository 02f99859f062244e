/** Characters of a note. */
export const NOTE_MAX = 2_000;
/** Notes of one server. */
export const NOTES_MAX = 5_000;
/** Notes about one person over all servers that are answered at once. */
export const NOTES_OF_PERSON = 50;
