import { z } from 'zod';
import { read } from '../call.ts';
import { hexId, moment, personName } from '../fields.ts';
import { personal } from '../marks.ts';
import { POPULATION_SPAN, type PopulationSpan } from '../servers/population.ts';

/** The newest stays that the statistics of a player name. */
export const STAYS_SHOWN = 20;

const tally = z.int().min(0);

/** What a player has done on one server, without names and texts. */
export const playerStatistics = read({
  name: 'player-statistics',
  path: '/app/v1/server/:server_id/players/:muster_id/statistics',
  summary: 'What a player has done on the server since it is counted, and the newest stays.',
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
  access: 'server.view.feed',
});

/** So many days back players are counted, the one that is not over included. */
export const DAYS_COUNTED = 90;

/** How many different players were on a server, day by day. */
export const playerDays = read({
  name: 'player-days',
  path: '/app/v1/server/:server_id/player-days',
  summary: 'Different players of each of the last 90 days, by the clock of the server.',
  answer: z.object({
    /** The time zone that days begin and end by. */
    timezone: z.string(),
    /** What was before is not known; null: nothing of the server was counted yet. */
    since: moment.nullable(),
    /** Something between then and now was lost, and is not in it. */
    incomplete: z.boolean(),
    /** Oldest first, from the first day that is known of on; the last one is today. */
    days: z.array(z.object({ at: moment, players: tally })).max(DAYS_COUNTED),
  }),
  access: 'server.view',
  limit: { max: 60, seconds: 60, by: 'account' },
});

/** The most marks of one chart. */
export const MARKS_MAX = 500;

const SPANS = Object.keys(POPULATION_SPAN) as [PopulationSpan, ...PopulationSpan[]];

/** What happened on a server that its charts are marked with. `unheard`: it told nothing from then on. */
export const MARK_KIND = ['restart', 'lock', 'unlock', 'kick', 'unheard'] as const;
export type MarkKind = (typeof MARK_KIND)[number];

export const chartMarks = read({
  name: 'chart-marks',
  path: '/app/v1/server/:server_id/chart-marks',
  summary:
    'Restarts, locks and kicks of a span that ends now, by whom, and when the server was not heard.',
  query: z.object({ span: z.enum(SPANS).default('24h') }),
  answer: z.object({
    span: z.enum(SPANS),
    /** Oldest first; of more the newest. */
    marks: z
      .array(
        z.object({
          at: moment,
          kind: z.enum(MARK_KIND),
          /** Whose doing it was; null where nobody's is known, or where Muster did it by itself. */
          by: z.object({ muster_id: hexId, name: personal(personName, 'by.muster_id') }).nullable(),
          /** Until when it lasted; null where that means nothing. */
          until: moment.nullable(),
        }),
      )
      .max(MARKS_MAX),
    /** There were more, which are older. */
    more: z.boolean(),
  }),
  access: 'server.view.feed',
});
