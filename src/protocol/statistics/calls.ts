import { z } from 'zod';
import { read, write } from '../call.ts';
import { hexId, moment, personName, words } from '../fields.ts';
import { personal } from '../marks.ts';
import { POPULATION_SPAN, type PopulationSpan } from '../servers/population.ts';

/** The newest stays that the statistics of a player name. */
export const STAYS_SHOWN = 20;

/** The weapons that most was done with, and the parts of a body that were hit most. */
export const WEAPONS_SHOWN = 100;
export const ZONES_SHOWN = 50;

const tally = z.int().min(0);

/** How often something happened to a player. */
const tallies = {
  kills: tally,
  deaths: tally,
  suicides: tally,
  infected_deaths: tally,
  /** By what is neither a player nor one of the infected: a fall, an animal, a car. */
  environment_deaths: tally,
  hits_given: tally,
  hits_taken: tally,
};

/** Metres; null: no distance was told. */
const longest = z.number().min(0).nullable();

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
    ...tallies,
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

/** What somebody has done on all servers whose feed whoever asks may read. */
export const personStatistics = read({
  name: 'person-statistics',
  path: '/app/v1/persons/:muster_id/statistics',
  summary:
    'Kills, deaths, hits and weapons of somebody, added up over the servers whose feed the account may read, or of one of them.',
  query: z.object({ server: hexId.optional() }),
  answer: z.object({
    /** Of the server that is counted the longest; null: nothing was counted yet. */
    since: moment.nullable(),
    /** Something between then and now was lost, and is not in it. */
    incomplete: z.boolean(),
    /** What these servers tell: deaths by remote control or a log of the game, hits by a log alone. */
    told: z.array(z.enum(['deaths', 'hits'])),
    ...tallies,
    /** With which they did most come first. Its name is empty where the game did not say it. */
    weapons: z
      .array(
        z.object({
          weapon: words,
          kills: tally,
          hits: tally,
          longest_kill: longest,
          longest_hit: longest,
        }),
      )
      .max(WEAPONS_SHOWN),
    /** In the game's words: where they were hit (`taken`), and where they hit others (`given`). */
    zones: z.array(z.object({ zone: words, given: tally, taken: tally })).max(ZONES_SHOWN),
  }),
  errors: ['not-found'],
  access: 'signed-in',
  gate: 'player',
});

const done = z.object({ status: z.literal(true) });

export const playerStatisticsReset = write({
  name: 'player-statistics-reset',
  path: '/app/v1/server/:server_id/players/:muster_id/statistics/reset',
  summary: 'Forget the kills, deaths, hits and weapons of a player on a server.',
  body: {},
  answer: done,
  access: 'server.stats.reset-player',
});

export const gameStatisticsReset = write({
  name: 'game-statistics-reset',
  path: '/app/v1/server/:server_id/statistics/reset-game',
  summary: 'Forget the kills, deaths, hits and weapons of everybody on a server.',
  body: {},
  answer: done,
  access: 'server.stats.reset-game',
});

export const allStatisticsReset = write({
  name: 'all-statistics-reset',
  path: '/app/v1/server/:server_id/statistics/reset-all',
  summary:
    'Forget what everybody did on a server, and how long they were there; stays that go on are counted on.',
  body: {},
  answer: done,
  access: 'server.stats.reset-all',
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
export const MARK_KIND = [
  'restart',
  'lock',
  'unlock',
  'whitelist-pause',
  'whitelist-resume',
  'kick',
  'ban',
  'unheard',
] as const;
export type MarkKind = (typeof MARK_KIND)[number];

export const chartMarks = read({
  name: 'chart-marks',
  path: '/app/v1/server/:server_id/chart-marks',
  summary:
    'Restarts, locks, kicks and bans of a span that ends now, by whom, and when the server was not heard.',
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
