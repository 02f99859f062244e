/** Characters of a note. */
export const NOTE_MAX = 2_000;
/** Notes of one server. */
export const NOTES_MAX = 5_000;
