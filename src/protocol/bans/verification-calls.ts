/** How a ban list comes to be verified, and which ones are. */
import { z } from 'zod';
import { read, write } from '../call.ts';
import { BANLIST_CATEGORY } from '../enumerations.ts';
import { freeText, hexId, moment, personName, words } from '../fields.ts';
import { banListIdentifier, reviewReason } from './fields.ts';
import { BAN_LIMIT, REVIEWED, VERIFICATION, VERIFICATION_REQUIREMENT } from './limits.ts';
import { banListProfile } from './profile.ts';

const VERIFICATION_PATH = '/app/v1/banlist/:banlist_id/verification' as const;
const count = z.int().min(0);

/** What is asked of a list, and how far it is. */
const measured = {
  /** In force. */
  bans: count,
  created_at: moment,
  /** Owners of servers that obey it, or a list that follows it, beside its own. */
  communities: count,
  /** What is asked and is not so. */
  missing: z.array(z.enum(VERIFICATION_REQUIREMENT)),
};

/** Where a list stands. */
const standing = z.object({
  state: z.enum(VERIFICATION),
  ...measured,
  requested_at: moment.nullable(),
  /** When staff decided last; null: they have not. */
  decided_at: moment.nullable(),
  /** What they said then. */
  reason: freeText,
  /** Until when a list that was denied waits; null: it does not. */
  waits_until: moment.nullable(),
});

export const banListVerification = read({
  name: 'banlist-verification',
  path: VERIFICATION_PATH,
  summary: 'Whether a ban list is verified, and what it lacks to be.',
  answer: standing,
  access: 'banlist.view',
});

export const banListVerificationRequest = write({
  name: 'banlist-verification-request',
  path: `${VERIFICATION_PATH}/request`,
  summary:
    'Ask staff to verify a ban list that has what it takes. Sent again, it is asked already.',
  /** That the list keeps to the code of conduct. */
  body: { code_of_conduct: z.literal(true) },
  answer: standing,
  errors: ['being-deleted', 'not-eligible'],
  access: 'banlist.modify',
});

export const banListVerificationCancel = write({
  name: 'banlist-verification-cancel',
  path: `${VERIFICATION_PATH}/cancel`,
  summary: 'Take back that a ban list is to be verified, or give up that it is.',
  body: {},
  answer: standing,
  errors: ['being-deleted'],
  access: 'banlist.modify',
});

/** A list that waits for staff, or that they have verified. */
const review = z.object({
  id: hexId,
  identifier: banListIdentifier,
  owner_id: hexId,
  owner_name: personName,
  /** The team or the organization that it belongs to. */
  group: words.nullable(),
  state: z.enum(['in-review', 'verified']),
  ...measured,
  followers: count,
  /** Bans that something speaks for. */
  with_evidence: count,
  reports: z.object({ open: count, accepted: count, rejected: count }),
  profile: banListProfile.nullable(),
  requested_at: moment,
  /** When staff decided last, and what they said. */
  decided_at: moment.nullable(),
  reason: freeText,
  /** The account keeps it itself: somebody else of staff decides. */
  own: z.boolean(),
});

export const banListReviews = read({
  name: 'banlist-reviews',
  path: '/app/v1/banlist-reviews',
  summary:
    'For staff: the ban lists that wait to be verified, the oldest request first, and those that are.',
  answer: z.object({ lists: z.array(review).max(BAN_LIMIT.verification.page), more: count }),
  errors: ['permission-denied'],
  access: 'signed-in',
});

export const banReviewsWaiting = read({
  name: 'ban-reviews-waiting',
  path: '/app/v1/ban-reviews-waiting',
  summary:
    'For staff: how many ban lists wait to be verified, and how many reports of bans for an answer, of those that are not their own.',
  answer: z.object({ lists: count, reports: count }),
  errors: ['permission-denied'],
  access: 'signed-in',
});

export const banListReview = write({
  name: 'banlist-review',
  path: '/app/v1/banlist-reviews/:banlist_id',
  summary:
    'For staff: verify a ban list that waits, or deny it, or end that it is verified. Whose list it is reads the reason. Nobody decides about a list that they keep.',
  body: { verdict: z.enum(REVIEWED), reason: reviewReason },
  answer: z.object({ status: z.literal(true) }),
  errors: ['not-found', 'permission-denied', 'being-deleted', 'not-eligible', 'review-settled'],
  access: 'signed-in',
});

export const banListsVerified = read({
  name: 'banlists-verified',
  path: '/app/v1/public-banlists',
  summary: 'The ban lists that are verified, for whoever looks for one to follow.',
  answer: z.object({
    lists: z
      .array(
        z.object({
          id: hexId,
          identifier: banListIdentifier,
          owner_name: personName,
          category: z.enum(BANLIST_CATEGORY),
          description: freeText,
          bans: count,
          followers: count,
          /** It can be followed, by the code that its owner gives. */
          allow_followers: z.boolean(),
        }),
      )
      .max(BAN_LIMIT.verification.page),
    more: count,
  }),
  access: 'signed-in',
});
