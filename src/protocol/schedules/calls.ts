import { z } from 'zod';
import { write } from '../call.ts';
import { hexId, moment, words } from '../fields.ts';
import { WRITTEN } from '../resources/schemas.ts';
import { before, writtenWarnings } from './fields.ts';
import { SCHEDULE_LIMIT } from './limits.ts';

/** A person with thousands of servers sends several. */
const limit = { max: 120, seconds: 60, by: 'account' } as const;

function manyOf<T extends z.ZodType>(one: T): z.ZodArray<T> {
  return z.array(one).min(1).max(SCHEDULE_LIMIT.atOnce);
}

/** What became of it at each, in the order in which they were named. */
const results = z.object({
  results: z.array(
    z.object({
      server_id: hexId,
      ok: z.boolean(),
      /** The error's code, as where one is asked alone; null where it was done. */
      error: words.nullable(),
      /** What stands against it, in English; null where it was done. */
      detail: words.nullable(),
      /** What is missing where a permission is: names of permissions. */
      needs: z.array(z.string()).optional(),
      /** What was planned, as it is named to move it; absent where nothing was. */
      planned: z.object({ id: hexId, due: moment }).optional(),
    }),
  ),
});

/** When something runs, as it is written. */
const plannedMoment = moment.max(SCHEDULE_LIMIT.moment);

/** A row of a server. */
const ofServer = z.object({ server_id: hexId, id: hexId });

/**
 * Needs of each server `server.action.shutdown`, and what its warnings, its lock and its kick need. The plan that comes
 * of it can be postponed, skipped and brought back until it runs.
 */
export const scheduleRestart = write({
  name: 'schedule-restart',
  path: '/app/v1/schedules/restart',
  summary: 'Restart servers in so many minutes, with warnings before.',
  body: {
    /** Chosen by the client: the same request sent twice is done once. */
    request_id: hexId,
    server_ids: manyOf(hexId),
    /** 0: now. */
    minutes: z.int().min(0).max(SCHEDULE_LIMIT.ahead),
    /** Those that lie before now are left out. */
    warnings: writtenWarnings,
    lock_before: before.nullable(),
    kick_before: before.nullable(),
  },
  answer: results,
  access: 'signed-in',
  limit,
});

/** Needs of each server what the action of the job needs. */
export const scheduleNow = write({
  name: 'schedule-now',
  path: '/app/v1/schedules/now',
  summary: 'Run jobs now; their planned times stay.',
  body: { request_id: hexId, jobs: manyOf(ofServer) },
  answer: results,
  access: 'signed-in',
  limit,
});

/** Needs of each server what the action needs. Sent twice, it is done once. */
export const scheduleMove = write({
  name: 'schedule-move',
  path: '/app/v1/schedules/move',
  summary: 'Skip a planned run once, postpone it, or undo that.',
  body: {
    occurrences: manyOf(
      ofServer.extend({
        /** The moment by which it is known: when it was to run at first. `id`: its job's, or its plan's own. */
        due: plannedMoment,
        /** When it runs as its editor saw it; null: it is skipped. */
        at: plannedMoment.nullable(),
      }),
    ),
    to: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('skip') }),
      /** So many minutes after what was seen. */
      z.object({
        kind: z.literal('postpone'),
        minutes: z.int().min(1).max(SCHEDULE_LIMIT.ahead),
      }),
      /** Neither skipped nor postponed. */
      z.object({ kind: z.literal('restore') }),
    ]),
  },
  answer: results,
  access: 'signed-in',
  limit,
});

/** One job, or message, for many servers. Their ids are chosen by who asks, so that asking again adds no second one. */
function addMany<N extends 'jobs' | 'messages'>(name: N) {
  return write({
    name: `${name}-add-many`,
    path: `/app/v1/schedules/${name}`,
    summary: `Add one of the ${name} to many servers, as where it is added to each alone.`,
    body: { rows: manyOf(ofServer), values: WRITTEN[name].added },
    answer: results,
    access: 'signed-in',
    limit,
  });
}

function removeMany(name: 'jobs' | 'messages') {
  return write({
    name: `${name}-remove-many`,
    path: `/app/v1/schedules/${name}/remove`,
    summary: `Remove ${name} of many servers, as where each is removed alone.`,
    body: { rows: manyOf(ofServer) },
    answer: results,
    access: 'signed-in',
    limit,
  });
}

export const jobsAddMany = addMany('jobs');
export const messagesAddMany = addMany('messages');
export const jobsRemoveMany = removeMany('jobs');
export const messagesRemoveMany = removeMany('messages');
