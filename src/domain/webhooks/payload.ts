/** What a webhook is sent, in Muster's own format. */
import type { BanRow } from '../bans/row.ts';
import { to } from '../routes/routes.ts';
import { VERIFICATION_EVENT, type WebhookEvent } from '../../protocol/webhooks/limits.ts';
import type { WebhookPayload } from '../../protocol/webhooks/payload.ts';

/** What is told. */
export type Told =
  | {
      readonly kind: 'verification';
      readonly webhook_id: string;
      readonly events: readonly WebhookEvent[];
      readonly at: number;
    }
  | {
      readonly kind: 'one';
      readonly event: WebhookEvent;
      readonly ban: BanRow;
      readonly at: number;
    }
  | {
      readonly kind: 'many';
      readonly event: WebhookEvent;
      readonly count: number;
      readonly at: number;
    };

/** Of which list, and where the portal is. */
export interface About {
  readonly list: { readonly id: string; readonly identifier: string };
  readonly portal: string;
}

/** The body. Never an address of somebody, nor a description, which is internal. */
export function payloadOf(told: Told, { list, portal }: About): WebhookPayload {
  const { id, identifier } = list;
  const banlist = { id, identifier, url: portal + to.banList(id) };
  const timestamp = instantOf(told.at);
  if (told.kind === 'verification') {
    const { webhook_id, events } = told;
    return {
      type: VERIFICATION_EVENT,
      timestamp,
      data: { banlist, webhook_id, events: [...events] },
    };
  }
  const { event: type } = told;
  if (told.kind === 'many') {
    return { type, timestamp, data: { banlist, count: told.count, ban: null } };
  }
  const { ban } = told;
  return {
    type,
    timestamp,
    data: {
      banlist,
      count: 1,
      ban: {
        id: ban.id,
        url: portal + to.ban(id, ban.id),
        kind: ban.kind,
        person_id: ban.person_id,
        name: known(ban.name),
        steam_id: known(ban.steam_id),
        guid: known(ban.guid),
        bohemia_id: known(ban.bohemia_id),
        reason: known(ban.reason),
        status: ban.status,
        origin: ban.origin,
        created_at: instantOf(ban.created_at),
        until: ban.until === null ? null : instantOf(ban.until),
        issuer: { muster_id: ban.issuer_id, display_name: known(ban.issuer_name) },
      },
    },
  };
}

function instantOf(at: number): string {
  return new Date(at).toISOString();
}

/** What was erased is empty, and so is what nobody knew. */
function known(text: string | null): string | null {
  return text === '' ? null : text;
}
