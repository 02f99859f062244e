import { z } from 'zod';
import { read } from '../call.ts';
import { count, hexId, moment } from '../fields.ts';

/** A day in coarse steps, the last of which is under way: `steps` of them, of so many `seconds`. */
export const DAY = { steps: 72, seconds: 1_200 } as const;

/** When the first step of the day begins that ends at `now`, epoch milliseconds: steps are counted from 1970 on. */
export function dayBegins(now: number): number {
  const step = DAY.seconds * 1_000;
  return Math.floor(now / step) * step - (DAY.steps - 1) * step;
}

/** The players of a day: the most of each step, oldest first; null where nobody knew. */
export const dayPlayers = z.array(count).max(DAY.steps);

/**
 * The last 24 hours of many servers in one answer, which is small enough to be asked for beside the rows of a list. Not
 * to be mixed up with the history of one server, which tells slots and queue by the minute.
 */
export const serversDay = read({
  name: 'servers-day',
  path: '/app/v1/servers/day',
  summary: 'The players of the last 24 hours on many servers, each by itself or all together.',
  query: z.object({
    /** Servers, up to 200, joined by commas; absent: all that the account may see, together. */
    ids: z.string().max(5_000).optional(),
  }),
  answer: z.object({
    /** When the first step begins. */
    from: moment,
    /** Seconds from one step to the next. */
    step: z.int().min(1),
    days: z.array(
      z.object({
        /** null: all that the account may see, together. */
        server_id: hexId.nullable(),
        players: dayPlayers,
      }),
    ),
  }),
  access: 'signed-in',
});
