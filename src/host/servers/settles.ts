/** A server that was just taken over has so many milliseconds until its players are known. */
export const SETTLES = 8_000;
