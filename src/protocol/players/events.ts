import { z } from 'zod';
import { hexId } from '../fields.ts';
import { presentPlayer } from '../servers/fields.ts';

/** Cause: a player joined, or more became known of one who is there (same `player.id`). */
export const playerCreate = z.object({
  server: z.object({ id: hexId }),
  player: presentPlayer,
});

/** Cause: a player left. */
export const playerDestruct = z.object({
  server: z.object({ id: hexId }),
  player: z.object({ id: hexId }),
});
