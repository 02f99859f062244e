import { z } from 'zod';
import { read } from '../call.ts';
import { hexId, moment } from '../fields.ts';

/** The newest stays that the statistics of a player name. */
export const STAYS_SHOWN = 20;

const tally = z.int().min(0);

/** What a player has done on one server, without names and texts. */
export const playerStatistics = read({
  name: 'player-statistics',
  path: '/app/v1/server/:server_id/players/:muster_id/statistics',
  summary: 'What a player has done on the server since it is counted, and the newest stays.',
  params: z.object({ server_id: hexId, muster_id: hexId }),
  answer: z.object({
    /** What was before is not known; null: nothing of the server was counted yet. */
    since: moment.nullable(),
    /** Something between then and now was lost, and is not in it. */
    incomplete: z.boolean(),
    kills: tally,
    deaths: tally,
    suicides: tally,
    hits_given: tally,
    hits_taken: tally,
    /** Seconds; of who is here now, until now, or until the server was heard last. */
    playtime: tally,
    /** How often the player was here. */
    stays: tally,
    /** null: never, as far as is known. */
    last_seen: moment.nullable(),
    /** Newest first. */
    newest: z
      .array(
        z.object({
          id: hexId,
          joined_at: moment,
          /** The last moment that is known of it; null: it goes on, or nobody knows. */
          until: moment.nullable(),
          ended: z.enum(['here', 'left', 'kicked', 'unknown']),
        }),
      )
      .max(STAYS_SHOWN),
  }),
  errors: ['not-signed-in', 'permission-denied', 'not-found'],
  access: 'server.view.feed',
});
