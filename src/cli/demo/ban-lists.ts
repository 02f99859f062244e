/** The ban lists of a demo's community: whom they keep out, and of which servers. */
import type { BanRow } from '../../domain/bans/row.ts';
import { maskedAddress } from '../../domain/bans/address.ts';
import { assign } from '../../host/bans/assign.ts';
import { createBanList } from '../../host/bans/own.ts';
import { tellBanList } from '../../host/bans/list.ts';
import { addBans, type NewBan } from '../../host/bans/store.ts';
import { change } from '../../host/change/change.ts';
import type { Doing } from '../../host/groups/group.ts';
import { newId } from '../../host/store/ids.ts';
import type { BanListOwner } from '../../protocol/bans/limits.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Somebody who is banned: when, for how long (null: for good), and what became of it. */
interface Banned {
  readonly name: string;
  readonly reason: string;
  readonly description?: string;
  readonly ago: number;
  readonly lasts: number | null;
  readonly status?: BanRow['status'];
  readonly origin?: BanRow['origin'];
  readonly address?: string;
}

/** Addresses are of networks in which none of the demo's own players is. */
const BANNED: readonly Banned[] = [
  { name: 'Vadim_47', reason: 'Aimbot', ago: 2 * HOUR, lasts: null },
  {
    name: 'xX_Sn1per_Xx',
    reason: 'Wall glitching',
    description: 'Video in the Discord, 14 March. Second time.',
    ago: 9 * HOUR,
    lasts: 7 * DAY,
  },
  { name: 'Łukasz', reason: 'Insults in the chat', ago: 20 * HOUR, lasts: 3 * DAY },
  { name: 'Дмитрий Волков', reason: 'Combat logging', ago: 2 * DAY, lasts: 30 * DAY },
  {
    name: '',
    reason: 'Ban evasion from this network',
    ago: 3 * DAY,
    lasts: null,
    address: '198.18.4.0/24',
  },
  { name: 'Baron von Loot', reason: 'Duping', ago: 6 * DAY, lasts: null },
  {
    name: 'ghost',
    reason: 'ESP, seen by three admins',
    ago: 12 * DAY,
    lasts: null,
    status: 'REWORK_REQUIRED',
    description: 'The recording is gone. Look again before it is in force.',
  },
  {
    name: 'MarieClaire',
    reason: 'Griefing at the trader',
    ago: 15 * DAY,
    lasts: 7 * DAY,
    status: 'INACTIVE',
  },
  { name: 'old_tom', reason: 'Wrong player', ago: 18 * DAY, lasts: null, status: 'REVOKED' },
  { name: '💀 reaper 💀', reason: 'Threats', ago: 40 * DAY, lasts: null, origin: 'IMPORTED' },
  { name: 'n00bslayer', reason: 'Cheating', ago: 41 * DAY, lasts: null, origin: 'IMPORTED' },
  {
    name: '',
    reason: 'VPN of a banned player',
    ago: 60 * DAY,
    lasts: null,
    address: '198.19.7.*',
  },
];

/** A list that was made, and its bans in the order of `BANNED`. */
export interface MadeList {
  readonly id: string;
  readonly bans: readonly string[];
}

/** Makes a list, with everybody who is banned or the first `most` of them, and lets these servers obey it. */
export async function makeBanList(
  owner: Doing,
  of: { readonly kind: BanListOwner; readonly id: string },
  identifier: string,
  servers: readonly string[],
  most = Infinity,
): Promise<MadeList> {
  const { now, account } = owner;
  const listId = newId(now);
  await createBanList(owner, { banlist_id: listId, identifier, owner: of });
  const bans = BANNED.slice(0, most).map((banned, place) =>
    banOf(banned, place, listId, now, account),
  );
  await change(owner, async (made) => {
    await addBans(made.trx, listId, bans);
    await tellBanList(made, listId);
  });
  for (const server of servers) {
    await change(owner, async (made) => {
      await assign(made, listId, server, false);
    });
  }
  return { id: listId, bans: bans.map(({ row }) => row.id) };
}

function banOf(
  { name, reason, description = '', ago, lasts, status = 'ACTIVE', origin = null, address }: Banned,
  place: number,
  banlist_id: string,
  now: number,
  { id: issuer_id, displayName: issuer_name }: Doing['account'],
): NewBan {
  const at = now - ago;
  // None of these is a person of a game: they begin where Valve has given out no account.
  const steam_id = address === undefined ? `76561199${900_000_000 + place}` : null;
  const row: BanRow = {
    id: newId(at),
    server_id: null,
    banlist_id,
    kind: address === undefined ? 'person' : 'address',
    person_id: null,
    name,
    steam_id,
    guid: null,
    bohemia_id: null,
    address: address === undefined ? null : maskedAddress(address),
    reason,
    description,
    status,
    origin,
    created_at: at,
    until: lasts === null ? null : at + lasts,
    issuer_id,
    issuer_name,
    changed_at: at,
  };
  const identities = steam_id === null ? [] : [{ kind: 'steam' as const, value: steam_id }];
  return {
    row,
    banned: { people: [], identities, addresses: address === undefined ? [] : [address] },
  };
}
