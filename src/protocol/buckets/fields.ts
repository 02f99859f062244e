import { z } from 'zod';
import { BAN_LIMIT } from '../bans/limits.ts';
import { BUCKET_LIMIT } from './limits.ts';

/** What a bucket is called is bound as what a ban list is called. Second specification, section 5. */
export { banListIdentifier as bucketIdentifier } from '../bans/fields.ts';

/** What a filter looks for. */
export const filterTerm = z
  .string()
  .min(1)
  .max(BUCKET_LIMIT.term)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'one-line');

/** What somebody reads whom a filter matches. */
export const filterMessage = z
  .string()
  .trim()
  .min(1)
  .max(BUCKET_LIMIT.message)
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'one-line');

/** What those who keep the bucket should know of an entry. */
export const entryComment = z.string().trim().max(BUCKET_LIMIT.comment);

/** For how long an entry is in force, or a filter bans; null is for ever. */
export const entryMinutes = z.int().min(1).max(BAN_LIMIT.minutes).nullable();
