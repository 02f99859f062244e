import { z } from 'zod';
import { read } from '../call.ts';
import { hexId, moment, personName } from '../fields.ts';
import { personal } from '../marks.ts';
import { eventLine } from '../recordings/format.ts';

/** Milliseconds before and after a moment that are told with it. */
export const PAST_AROUND = 1_800_000;
/** Lines of a feed or a console that are told around a moment; where there are more, hits are left out first. */
export const PAST_LINES_MAX = 4_000;

export const serverPast = read({
  name: 'server-past',
  path: '/app/v1/server/:server_id/past',
  summary:
    'A server as it was at a moment, with the half hour before and after, as events of a recording.',
  query: z.object({ at: z.coerce.number().int().min(0) }),
  answer: z.object({
    /** What is told: from the one moment to the other. */
    from: moment,
    until: moment,
    /** By their moments; the first ones say how things stood when it begins. */
    events: z.array(eventLine.omit({ seq: true })),
    /** Since when there is each for whoever asks; null: it is not theirs to see. */
    kept: z.object({
      /** Who was on. */
      sessions: moment,
      feed: moment.nullable(),
      console: moment.nullable(),
    }),
    /** Stays of which nobody knows when they ended: sometime between the two moments; `to` null: not by now. */
    unsure: z.array(
      z.object({
        id: hexId,
        name: personal(personName, 'id'),
        from: moment,
        to: moment.nullable(),
      }),
    ),
  }),
  access: 'server.view',
  limit: { max: 120, seconds: 60, by: 'account' },
});

/** What one jumps to. `restart`: somebody restarted the server, or the connection to it was lost. */
export const PAST_JUMP = ['kick', 'restart'] as const;

export const pastJump = read({
  name: 'server-past-jump',
  path: '/app/v1/server/:server_id/past/jump',
  summary: 'The next or previous kick or restart on a server.',
  query: z.object({
    at: z.coerce.number().int().min(0),
    to: z.enum(PAST_JUMP),
    direction: z.enum(['next', 'previous']),
  }),
  /** null: it did not, as far as is kept. */
  answer: z.object({ at: moment.nullable() }),
  access: 'server.view.feed',
});
