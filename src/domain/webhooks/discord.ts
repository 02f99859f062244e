/** The same as Discord shows it: one embed, within its limits, that names nobody there and runs no markup. */
import { cut } from '../resources/keys.ts';
import { VERIFICATION_EVENT, type WebhookEvent } from '../../protocol/webhooks/limits.ts';
import type { WebhookPayload } from '../../protocol/webhooks/payload.ts';

export interface DiscordMessage {
  readonly username?: string;
  readonly avatar_url?: string;
  readonly allowed_mentions: { readonly parse: readonly [] };
  readonly embeds: readonly [DiscordEmbed];
}

export interface DiscordEmbed {
  readonly title: string;
  readonly url: string;
  readonly description?: string;
  readonly color: number;
  readonly timestamp: string;
  readonly fields: readonly {
    readonly name: string;
    readonly value: string;
    readonly inline: true;
  }[];
  readonly footer: { readonly text: string };
}

/** Of a text from outside; twice as long once it is escaped, it fits where Discord takes the least, in a title. */
const TEXT_MAX = 100;

const WORDS = {
  'ban.added': { one: 'Banned', many: 'bans added', color: 0xc0392b },
  'ban.changed': { one: 'Ban changed', many: 'bans changed', color: 0xb9770e },
  'ban.revoked': { one: 'Ban revoked', many: 'bans revoked', color: 0x1e8449 },
  'ban.ended': { one: 'Ban ended', many: 'bans ended', color: 0x1e8449 },
  'ban.restored': { one: 'Banned again', many: 'bans in force again', color: 0xc0392b },
  'ban.removed': { one: 'Ban removed', many: 'bans removed', color: 0x5d6d7e },
} as const satisfies Readonly<Record<WebhookEvent, object>>;

type Ban = Extract<WebhookPayload, { data: { ban: unknown } }>['data']['ban'];

/** What is posted for a delivery; `sender`: as whom, null: as Discord calls the webhook. */
export function discordOf(
  payload: WebhookPayload,
  sender: { readonly username: string | null; readonly avatar_url: string | null },
): DiscordMessage {
  const { username, avatar_url } = sender;
  return {
    ...(username !== null && { username }),
    ...(avatar_url !== null && { avatar_url }),
    allowed_mentions: { parse: [] },
    embeds: [embedOf(payload)],
  };
}

function embedOf({ type, timestamp, data }: WebhookPayload): DiscordEmbed {
  const { banlist } = data;
  const around = { timestamp, footer: { text: `Ban list ${banlist.identifier}` } };
  if (type === VERIFICATION_EVENT) {
    return {
      ...around,
      url: banlist.url,
      title: 'Muster is connected',
      description: `This channel is told what happens to the bans of ${plain(banlist.identifier) ?? ''}.`,
      color: 0x2e86c1,
      fields: [],
    };
  }
  const { one, many, color } = WORDS[type];
  if (data.ban === null) {
    const count = data.count.toLocaleString('en-US');
    return { ...around, url: banlist.url, title: `${count} ${many}`, color, fields: [] };
  }
  const { ban } = data;
  const reason = plain(ban.reason);
  return {
    ...around,
    url: ban.url,
    title: `${one}: ${whoOf(ban)}`,
    ...(reason !== null && { description: reason }),
    color,
    fields: fieldsOf(ban),
  };
}

function whoOf(ban: NonNullable<Ban>): string {
  const { name, steam_id, guid, bohemia_id, kind } = ban;
  const known = plain(name) ?? plain(steam_id) ?? plain(guid) ?? plain(bohemia_id);
  return known ?? (kind === 'address' ? 'an address' : 'somebody');
}

function fieldsOf(ban: NonNullable<Ban>): DiscordEmbed['fields'] {
  const { until, steam_id, guid, issuer } = ban;
  const fields = [
    ['Until', until === null ? 'For good' : `<t:${Math.floor(Date.parse(until) / 1_000)}:f>`],
    ['By', plain(issuer.display_name)],
    ['SteamID64', plain(steam_id)],
    ['BattlEye GUID', plain(guid)],
  ] as const;
  return fields.flatMap(([name, value]) => (value === null ? [] : [{ name, value, inline: true }]));
}

/**
 * A text from outside as it stands: on one line, not too long, no markup of Discord, and nothing that turns what follows
 * around. null: nothing of it can be seen, which Discord refuses.
 */
function plain(text: string | null): string | null {
  if (text === null) return null;
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
  if (/^[\p{Cf}\p{Z}]*$/u.test(line)) return null;
  return cut(line, TEXT_MAX).replaceAll(/[\\*_~`|<>#@:[\]()-]/g, '\\$&');
}
