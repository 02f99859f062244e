import { z } from 'zod';
import { hexId, moment, words } from '../fields.ts';

/** A file among those of several servers. */
export const namedFile = z.object({
  id: hexId,
  server_id: hexId,
  name: words,
  bytes: z.int().min(1),
  at: moment,
});
