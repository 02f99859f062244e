import { z } from 'zod';
import { read } from '../call.ts';
import { freeText, hexId, moment, personName } from '../fields.ts';
import { DAYS_COUNTED } from '../statistics/calls.ts';
import { banListIdentifier } from './fields.ts';

/** So many stays are looked at for one answer. */
export const BACKTEST_STAYS = 500;

export const banListBacktest = read({
  name: 'banlist-backtest',
  path: '/app/v1/banlist/:banlist_id/backtest',
  summary:
    'Whom a ban list as it is now, with the lists that it follows, would have kept out of a server whose feed and personal data the account may read and whose configuration it may change: stays of the last days, newest first, some at a time.',
  query: z.object({
    server_id: hexId,
    days: z.coerce.number().int().min(1).max(DAYS_COUNTED).default(30),
    /** What the answer before said as `next`. */
    after: z
      .string()
      .regex(/^\d{1,16}\.[0-9a-f]{24}$/)
      .optional(),
  }),
  answer: z.object({
    /** Stays that were looked at. */
    stays: z.int().min(0).max(BACKTEST_STAYS),
    /** Of so many of the days stays are kept. */
    days: z.int().min(1).max(DAYS_COUNTED),
    /** When the oldest of them began; null: there was none. */
    back_to: moment.nullable(),
    /** Whoever would have been kept out of any of them. */
    people: z
      .array(
        z.object({
          muster_id: hexId,
          /** As they were called there last. */
          name: personName,
          joined_at: moment,
          ban: z.object({
            id: hexId,
            reason: freeText,
            until: moment.nullable(),
            banlist_id: hexId,
            banlist: banListIdentifier,
          }),
        }),
      )
      .max(BACKTEST_STAYS),
    /** null: all stays of these days were looked at. */
    next: z.string().nullable(),
  }),
  errors: ['not-found', 'permission-denied'],
  access: 'banlist.list',
});
