/** What is typed of a webhook. */
import i18next from 'i18next';
import { WEBHOOK_EVENT, type WebhookEvent } from '../../protocol/webhooks/limits.ts';
import { webhookSecret } from '../../protocol/webhooks/fields.ts';
import type { Form } from '../parts/use-form.ts';
import { webhookErrorText, type Webhook } from './words.ts';

export interface WebhookDraft {
  readonly flavor: Webhook['flavor'];
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly secret: string;
  readonly username: string;
  readonly avatar_url: string;
}

export type WebhookForm = Form<WebhookDraft>;

/** One that nobody has typed anything of, with a secret of its own. */
export function newDraft(): WebhookDraft {
  return {
    flavor: 'DISCORD',
    url: '',
    events: WEBHOOK_EVENT,
    secret: newSecret(),
    username: '',
    avatar_url: '',
  };
}

/** One that is there: its address and its secret are stored, and stay where nothing is typed. */
export function draftOf({ flavor, events, username, avatar_url }: Webhook): WebhookDraft {
  return {
    flavor,
    url: '',
    events: WEBHOOK_EVENT.filter((event) => events.includes(event)),
    secret: '',
    username: username ?? '',
    avatar_url: avatar_url ?? '',
  };
}

/** What is sent of it: only what is of its format. */
function typedOf({ flavor, url, events, secret, username, avatar_url }: WebhookDraft) {
  const all = { flavor, url, events: [...events] };
  return flavor === 'DISCORD'
    ? { ...all, username, avatar_url }
    : { ...all, secret, username: '', avatar_url: '' };
}

/** What adding and editing have alike. */
export const WEBHOOK_FORM = {
  typed: typedOf,
  also: ({ events }: WebhookDraft): Readonly<Record<string, string>> =>
    events.length === 0 ? { events: i18next.t('form.eventsWrong', { ns: 'webhooks' }) } : {},
  concerns: { 'secret-needed': 'secret' },
  refusalText: webhookErrorText,
} as const;

/** The wire's rule for its secret; `stored`: there is one that stays. */
export function secretRule({ flavor }: Pick<WebhookDraft, 'flavor'>, stored: boolean) {
  return flavor === 'MUSTER' && !stored ? webhookSecret : webhookSecret.optional();
}

/** A secret that nobody can guess, as Standard Webhooks writes it. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

/** Whether an address is one of a webhook of Discord's. */
export function isOfDiscord(url: string): boolean {
  return /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\//i.test(
    url.trim(),
  );
}
