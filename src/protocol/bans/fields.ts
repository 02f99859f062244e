import { z } from 'zod';
import { containing } from '../marks.ts';
import { battleyeGuid, hexId, moment, words } from '../fields.ts';
import { BAN_LIMIT } from './limits.ts';
import { hasNoLinks, isEnglish } from './report-text.ts';

/** What a ban list is called: 1 to 20 printable ASCII characters. Second specification, section 5. */
export const banListIdentifier = containing(
  'words',
  z
    .string()
    .trim()
    .min(1)
    .max(BAN_LIMIT.identifier)
    .regex(/^[\x20-\x7e]+$/, 'ascii'),
);

/** What another list follows one by: letters and digits that are not mistaken for each other. */
export const banListShareCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-HJ-NP-Z2-9]{4}(?:-[A-HJ-NP-Z2-9]{4}){3}$/, 'share-code');

/** Why somebody is banned, as they read it: 3 to 40 characters, on one line. Second specification, section 5. */
export const banReason = z
  .string()
  .trim()
  .min(BAN_LIMIT.reason.least)
  .max(BAN_LIMIT.reason.most)
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'one-line');

/** What those who keep the list should know of it; nobody else reads it. */
export const banDescription = z.string().trim().max(BAN_LIMIT.description);

/** For how long; null is for ever. Second specification, section 5. */
export const banMinutes = z.int().min(1).max(BAN_LIMIT.minutes).nullable();

/** An address, with wildcards or a network's length, or two that a range begins and ends with. */
export const banAddress = z.string().trim().min(1).max(BAN_LIMIT.address);

/** SteamID64 of a person: 17 digits. */
export const steamId64 = containing('steam-id', z.string().regex(/^7656119\d{10}$/, 'steam-id'));

/** Bohemia's id of an account, as the games' logs print it. */
export const bohemiaId = z.string().regex(/^[A-Za-z0-9+/=_-]{16,64}$/, 'bohemia-id');

/** What a game knows somebody by; one of them at least. */
export const banIdentity = z.object({
  steam_id: steamId64.optional(),
  guid: battleyeGuid.optional(),
  bohemia_id: bohemiaId.optional(),
});

/** A page elsewhere that speaks for a ban: HTTPS alone, and nobody's password in it. */
export const evidenceUrl = z
  .string()
  .trim()
  .max(BAN_LIMIT.evidence.url)
  .regex(/^https:\/\/[^\s/?#@\\]+\.[^\s/?#@\\]+(?:[/?#]\S*)?$/u, 'https-link');

/** What speaks for a ban: a file, or with `url` a link. */
const evidence = z.object({
  id: hexId,
  /** As whoever uploaded it called it; of a link empty. */
  name: words,
  url: z.string().nullable(),
  bytes: z.int().min(0),
  at: moment,
});

/** All of it, the oldest first. */
export const evidenceList = z
  .array(evidence)
  .max(BAN_LIMIT.evidence.files + BAN_LIMIT.evidence.links);

/**
 * What somebody says against a ban: in English, and without links to other places. Second specification, section 5.
 */
export const reportReason = z
  .string()
  .trim()
  .min(BAN_LIMIT.report.least)
  .max(BAN_LIMIT.report.most)
  .refine(isEnglish, 'english')
  .refine(hasNoLinks, 'no-links');

/** What whoever reported a ban is answered. */
export const reportAnswer = z.string().trim().min(1).max(BAN_LIMIT.report.answer);

/** What staff say of a list that they verify or deny; whose list it is reads it. */
export const reviewReason = z
  .string()
  .trim()
  .min(BAN_LIMIT.verification.reason.least)
  .max(BAN_LIMIT.verification.reason.most);
