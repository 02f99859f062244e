/** How many times faster than it happened a recording can be played. */
export const SPEEDS = [0.1, 1, 2, 10, 60, 600] as const;
