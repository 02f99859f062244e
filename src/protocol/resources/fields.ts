import { z } from 'zod';

/** What a call answers that changed rows: the position at which their stream tells of it. */
export const told = z.object({ position: z.int().min(0) });
