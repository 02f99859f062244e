/** What a webhook is told of a ban list; `count` of them in one delivery where many bans changed at once. */
export const WEBHOOK_EVENT = [
  'ban.added',
  /** Its reason, its end, or what it finds somebody by is another. */
  'ban.changed',
  'ban.revoked',
  /** Its time is over, or somebody switched it off. */
  'ban.ended',
  /** One that held nobody out any more does again. */
  'ban.restored',
  /** It is gone from the list. */
  'ban.removed',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENT)[number];

/** What is sent once before all others: whoever answers it takes the others. */
export const VERIFICATION_EVENT = 'verification';

/** Where a delivery stands. */
export const DELIVERY_STATE = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATE)[number];

/** Why a delivery was not taken, or cannot be made. */
export const WEBHOOK_CAUSE = [
  'host-unknown',
  'address-not-allowed',
  'unreachable',
  'certificate',
  /** Plain HTTP to an address of the internet. */
  'not-secure',
  'timed-out',
  /** It leads elsewhere: nobody follows it there. */
  'redirected',
  /** It has too much to do, or is out of order. */
  'busy',
  /** It does not want this one. */
  'refused',
  /** There is no such webhook any more. */
  'gone',
  /** It failed for a day. */
  'given-up',
  /** What happened is not kept any more. */
  'forgotten',
  'failed-here',
] as const;
export type WebhookCause = (typeof WEBHOOK_CAUSE)[number];

/** What may be of webhooks. The host refuses more, and a form says so before. */
export const WEBHOOK_LIMIT = {
  /** Of one ban list, whatever the plan. */
  ofList: 20,
  url: 500,
  /** What Discord shows as the sender: its own limit. */
  username: 80,
  /** Deliveries that wait one by one; what happens beyond that is told as how many. */
  waiting: 100,
  /** Changes of one kind that are told one by one where they come at once. */
  atOnce: 10,
  /** Deliveries that are told at once. */
  page: 50,
} as const;
