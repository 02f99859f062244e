import { z } from 'zod';

/** What a call answers that changed rows: the position at which their stream tells of it. */
export const told = z.object({ position: z.int().min(0) });

/** Rows that a list shows at most; of those that the host tells from tables of their feature nobody has more. */
export const LIST_MAX = 1_000;
