import { z } from 'zod';
import { WEBHOOK_FLAVOR } from '../enumerations.ts';
import { WEBHOOK_EVENT, WEBHOOK_LIMIT } from './limits.ts';

/**
 * Where a webhook is sent: nobody's password in it, and no fragment. Plain HTTP is for addresses of the operator's own
 * networks alone: the host looks at the address that the name has. Second specification, section 5.
 */
export const webhookUrl = z
  .string()
  .trim()
  .min(1)
  .max(WEBHOOK_LIMIT.url)
  .regex(/^https?:\/\/[^\s/?#@\\]+(?:[/?][^\s#\\]*)?$/u, 'webhook-url')
  .refine((text) => z.url().safeParse(text).success, 'webhook-url');

/** How what is sent looks: as Muster has it, or as Discord shows it. */
export const webhookFlavor = z.enum(WEBHOOK_FLAVOR);

/** Which events are told: one at least, each once. */
export const webhookEvents = z
  .array(z.enum(WEBHOOK_EVENT))
  .min(1)
  .max(WEBHOOK_EVENT.length)
  .refine((events) => new Set(events).size === events.length, 'each-once');

/**
 * What deliveries are signed with, as Standard Webhooks writes it: `whsec_` and 24 to 64 bytes in base64. It is written,
 * and never told.
 */
export const webhookSecret = z
  .string()
  .trim()
  .regex(
    /^whsec_(?:[A-Za-z0-9+/]{4}){8,21}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
    'webhook-secret',
  );

/** What Discord shows as the sender; null: as it calls the webhook. Discord refuses its own names. */
export const webhookUsername = z
  .string()
  .trim()
  .min(1)
  .max(WEBHOOK_LIMIT.username)
  .regex(
    /^(?!(?:everyone|here)$)(?!.*(?:discord|clyde|```))[^\p{Cc}\p{Zl}\p{Zp}@#:]*$/iu,
    'webhook-username',
  )
  .nullable();

/** The picture that Discord shows beside it: HTTPS alone. */
export const webhookAvatar = z
  .string()
  .trim()
  .max(WEBHOOK_LIMIT.url)
  .regex(/^https:\/\/[^\s/?#@\\]+\.[^\s/?#@\\]+(?:[/?#]\S*)?$/u, 'https-link')
  .nullable();
