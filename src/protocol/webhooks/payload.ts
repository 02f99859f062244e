/** What is sent to webhooks in Muster's own format, signed as Standard Webhooks has it. */
import { z } from 'zod';
import { BAN_KIND } from '../bans/limits.ts';
import { BAN_ORIGIN, BAN_STATUS } from '../enumerations.ts';
import { hexId, personName, freeText } from '../fields.ts';
import { VERIFICATION_EVENT, WEBHOOK_EVENT } from './limits.ts';

/** A moment as ISO 8601, UTC. */
const instant = z.iso.datetime();

/** The list, and where it is looked at. */
const banlist = z.object({ id: hexId, identifier: z.string(), url: z.url() });

/**
 * A ban as it was then: never an address, nor what is internal. Whoever was erased since is null, and so is what names
 * them.
 */
const ban = z.object({
  id: hexId,
  url: z.url(),
  kind: z.enum(BAN_KIND),
  person_id: hexId.nullable(),
  name: personName.nullable(),
  steam_id: freeText.nullable(),
  guid: freeText.nullable(),
  bohemia_id: freeText.nullable(),
  reason: freeText.nullable(),
  status: z.enum(BAN_STATUS),
  /** null: somebody made it here. */
  origin: z.enum(BAN_ORIGIN).nullable(),
  created_at: instant,
  /** When it is over; null: never. */
  until: instant.nullable(),
  issuer: z.object({ muster_id: hexId.nullable(), display_name: personName.nullable() }),
});

/** The body of a delivery. */
export const webhookPayload = z.discriminatedUnion('type', [
  z.object({
    type: z.literal(VERIFICATION_EVENT),
    timestamp: instant,
    data: z.object({ banlist, webhook_id: hexId, events: z.array(z.enum(WEBHOOK_EVENT)) }),
  }),
  z.object({
    type: z.enum(WEBHOOK_EVENT),
    /** When it happened. */
    timestamp: instant,
    data: z.object({
      banlist,
      /** Of how many bans it tells. */
      count: z.int().min(1),
      /** The one that it tells of; null: more than one. */
      ban: ban.nullable(),
    }),
  }),
]);
export type WebhookPayload = z.infer<typeof webhookPayload>;
