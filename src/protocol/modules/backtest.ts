import { z } from 'zod';
import { BACKTEST_STAYS } from '../bans/backtest.ts';
import { write } from '../call.ts';
import { hexId, moment, personName } from '../fields.ts';
import { DAYS_COUNTED } from '../statistics/calls.ts';
import { REMOVAL_REASON } from '../enumerations.ts';
import { modulesPreview } from './calls.ts';

export const modulesBacktest = write({
  name: 'modules-backtest',
  path: '/app/v1/server/:server_id/modules/backtest',
  summary:
    'Whom a module would have kept out of a server whose feed and personal data the account may read, as if the server asked nothing else; without any, the whitelist: stays of the last days, newest first, some at a time. Lists, countries and what Steam says are today’s.',
  body: {
    ...modulesPreview.body.omit({ acsrf_token: true, reserved_slots: true, bucket_id: true }).shape,
    days: z.int().min(1).max(DAYS_COUNTED).default(30),
    /** What the answer before said as `next`. */
    after: z
      .string()
      .regex(/^\d{1,16}\.[0-9a-f]{24}$/)
      .optional(),
  },
  answer: z.object({
    /** Stays that were looked at. */
    stays: z.int().min(0).max(BACKTEST_STAYS),
    /** Of so many of the days stays are kept. */
    days: z.int().min(1).max(DAYS_COUNTED),
    /** When the oldest of them began; null: there was none. */
    back_to: moment.nullable(),
    /** Of so many nobody knows what the setting asks for: they would have been let in. */
    unknown: z.int().min(0).max(BACKTEST_STAYS),
    /** Whoever would have been kept out of any of them, by the newest. */
    people: z
      .array(
        z.object({
          /** Of the player, or of the stay where nobody knows who it was. */
          id: hexId,
          /** As they were called there. */
          name: personName,
          joined_at: moment,
          rule: z.enum(REMOVAL_REASON),
        }),
      )
      .max(BACKTEST_STAYS),
    /** null: all stays of these days were looked at. */
    next: z.string().nullable(),
  }),
  access: 'server.modify.configuration',
  limit: { max: 600, seconds: 60, by: 'account' },
});
