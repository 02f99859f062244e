/** What follows from what a webhook answered, and when it is tried again. */
import type { WEBHOOK_FLAVOR } from '../../protocol/enumerations.ts';
import type { WebhookCause } from '../../protocol/webhooks/limits.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A webhook that failed for so long is switched off, ms. */
export const GIVES_UP_AFTER = 24 * HOUR;
/** Between two tries, as Standard Webhooks recommends it; the last holds for all others. */
const WAITS = [5_000, 30_000, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR] as const;
/** Whoever is told to wait waits no longer, ms. */
const LONGEST_WAIT = 2 * HOUR;

/** What becomes of a delivery, and of its webhook. */
export type Verdict =
  | { readonly kind: 'delivered' }
  /** This one is not wanted: it goes on with the next. */
  | { readonly kind: 'refused'; readonly cause: WebhookCause }
  /** All wait for a while. */
  | { readonly kind: 'again'; readonly cause: WebhookCause }
  /** Nothing more is sent. */
  | { readonly kind: 'over'; readonly cause: WebhookCause };

/** By the number of the answer. Discord says by 401, 403 and 404 that a webhook was deleted; others by 410 alone. */
export function verdictOf(status: number, flavor: (typeof WEBHOOK_FLAVOR)[number]): Verdict {
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  if (status >= 300 && status < 400) return { kind: 'again', cause: 'redirected' };
  const isGone = flavor === 'DISCORD' && [401, 403, 404].includes(status);
  if (status === 410 || isGone) return { kind: 'over', cause: 'gone' };
  if (status === 408 || status === 425 || status === 429 || status >= 500) {
    return { kind: 'again', cause: 'busy' };
  }
  return { kind: 'refused', cause: 'refused' };
}

/**
 * Milliseconds until the next try after so many in vain. `asked`: how long the other side wants to be left alone; null: it did
 * not say. `chance` is from 0 to 1: those who were cut off together do not come back together.
 */
export function waitAfter(tries: number, asked: number | null, chance: number): number {
  const least = WAITS[Math.min(tries, WAITS.length) - 1] ?? WAITS[0];
  return Math.round(Math.min(LONGEST_WAIT, Math.max(least, asked ?? 0)) * (1 + chance / 4));
}

/** How long an answer asks to be left alone, ms: `retry-after` in seconds, or as a date. null: it does not say. */
export function askedWait(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}(\.\d{1,6})?$/.test(header)) return Math.round(Number(header) * 1_000);
  if (!/^[A-Z][a-z]{2}, \d{2} /.test(header)) return null;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
