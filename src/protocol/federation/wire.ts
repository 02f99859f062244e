/** What two installations say to each other. Both sign all of it: `src/domain/federation/signed.ts` says what. */
import { z } from 'zod';
import { banAddress, banIdentity, banListIdentifier, banReason } from '../bans/fields.ts';
import { BAN_LIMIT } from '../bans/limits.ts';
import { hexId, moment } from '../fields.ts';
import { installationOrigin } from './fields.ts';
import { FEDERATION_LIMIT, REFUSAL } from './limits.ts';

/** The paths, at the installation that shares a list. Another version of the wire has other paths. */
export const FEDERATION_PATH = {
  join: '/app/v1/federation/1/join',
  pull: '/app/v1/federation/1/pull',
  leave: '/app/v1/federation/1/leave',
} as const;
export type FederationCall = keyof typeof FEDERATION_PATH;

/** The headers: of a request all four, of an answer key and signature. */
export const FEDERATION_HEADER = {
  key: 'x-muster-key',
  time: 'x-muster-time',
  nonce: 'x-muster-nonce',
  signature: 'x-muster-signature',
} as const;

/** What signs a request, as its headers bring it. */
export const requestHeaders = z.object({
  [FEDERATION_HEADER.key]: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  [FEDERATION_HEADER.time]: z.string().regex(/^\d{1,15}$/),
  [FEDERATION_HEADER.nonce]: z.string().regex(/^[A-Za-z0-9_-]{22}$/),
  [FEDERATION_HEADER.signature]: z.string().regex(/^[A-Za-z0-9_-]{86}$/),
});

/** Begins to follow a list by the code of its link. The same key may say it again. */
export const joinRequest = z.strictObject({
  share_id: hexId,
  code: z.string().regex(/^[A-Za-z0-9_-]{22}$/),
  /** It wants addresses, too. */
  addresses: z.boolean(),
  /** How the installation that follows calls itself; null: it has no address of its own. */
  origin: installationOrigin.nullable(),
});

export const joinAnswer = z.object({
  identifier: banListIdentifier,
  /** Both sides want addresses. */
  addresses: z.boolean(),
});

/** Asks for what changed behind a number. */
export const pullRequest = z.strictObject({
  share_id: hexId,
  /** Of which numbering the number is; null: it has nothing yet. */
  epoch: hexId.nullable(),
  after: z.int().min(0),
  /** The head of when it began to read everything. */
  base: z.int().min(0),
  /** It would also know whether it has everything. */
  digest: z.boolean(),
});

/** Whom or what a ban keeps out, why and until when; not who made it, not what is known of it, not what speaks for it. */
export const sharedBan = z.object({
  ...banIdentity.shape,
  addresses: z.array(banAddress).max(BAN_LIMIT.addresses),
  // What is said to players is one short line, whoever wrote it.
  reason: banReason.catch(''),
  created_at: moment,
  until: moment.nullable(),
});
export type SharedBan = z.output<typeof sharedBan>;

/** A ban as it is since its number; null: it holds no more. */
const change = z.object({
  id: hexId,
  number: z.int().min(1),
  ban: z.unknown(),
});

/** What a column of the database takes. */
const TOTAL_MAX = 2_147_483_647;

export const pullAnswer = z.object({
  identifier: banListIdentifier,
  epoch: hexId,
  /** It begins anew: what was there before and is not told until there is no more, is gone. */
  anew: z.boolean(),
  /** The highest number that there is. */
  head: z.int().min(0),
  /** By their numbers, ascending. */
  changes: z.array(change).max(FEDERATION_LIMIT.page),
  /** There is more behind these. */
  more: z.boolean(),
  /** Bans in force there, those that are not told included: by this it is known how far a first copy is. Older ones do not say. */
  total: z.int().min(0).max(TOTAL_MAX).nullable().default(null),
  /** Of all that is shared, where that was asked for and these are the last; null: not now. */
  digest: z.string().max(64).nullable(),
});
export type PullAnswer = z.output<typeof pullAnswer>;

/** Follows a list no more. */
export const leaveRequest = z.strictObject({ share_id: hexId });
export const leaveAnswer = z.object({});

/** The answer of an installation that refuses. */
export const refusalAnswer = z.object({ refused: z.enum(REFUSAL) });
