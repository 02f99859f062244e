/** Bans of a file are taken over, many at a time. */
import { sql } from 'kysely';
import { freshOf } from '../../domain/bans/fresh.ts';
import { keysOfBanned, type Identity } from '../../domain/bans/keys.ts';
import { neededToAdd } from '../../domain/bans/rules.ts';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import { HostError } from '../calls/host-error.ts';
import type { Handler, Input } from '../calls/handler.ts';
import { change } from '../change/change.ts';
import { tellPagedNew } from '../change/told-paged.ts';
import { holdPersons } from '../identity/persons.ts';
import type { Trx } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import { need, standing, type Bans } from './ban.ts';
import { askDoors, auditBanList, heldOn, lockBanList, tellBanList } from './list.ts';
import { keepImport } from './imports.ts';
import { personsFound } from './known.ts';
import { addBans, type NewBan } from './store.ts';
import { NOBODY, ofAddress, type Found } from './who.ts';

const MINUTE = 60_000;
/** The clock of who read the file may be so much ahead. */
const CLOCKS_APART = 60 * MINUTE;

type Imported = Input<'banImport'>['body']['bans'][number];

/** `POST banlist/:id/bans/import`. */
export const banImport: Handler<'banImport'> = ({ params, body }, context) =>
  importBans(context, params.banlist_id, body.bans, body.import_id);

async function importBans(
  context: Bans,
  listId: string,
  given: readonly Imported[],
  importId?: string,
) {
  const { account } = context;
  let added = 0;
  await change(context, async (made) => {
    const { trx, now } = made;
    await holdPersons(trx);
    const list = await lockBanList(trx, listId);
    const held = await heldOn(trx, listId, account.id);
    for (const { until } of given) need(held, neededToAdd(until));
    refuseTooLong(given, now);
    const fresh = await withoutKnown(trx, listId, await foundOf(trx, account.id, given));
    if (list.entries + fresh.length > BAN_LIMIT.bans) {
      throw new HostError('limit-reached', 'The list has no room for so many bans.');
    }
    const bans = fresh.map(({ ban, found }): NewBan => ({
      row: {
        id: newId(now),
        server_id: null,
        banlist_id: listId,
        ...found.about,
        reason: ban.reason,
        description: ban.description,
        status: 'ACTIVE',
        origin: 'IMPORTED',
        created_at: now,
        until: ban.until,
        issuer_id: account.id,
        issuer_name: account.displayName,
        changed_at: now,
      },
      banned: found.banned,
    }));
    added = bans.length;
    if (added === 0) return;
    await addBans(trx, listId, bans);
    if (importId !== undefined) {
      const of = { id: importId, banlist_id: listId, account_id: account.id, at: now };
      await keepImport(
        trx,
        of,
        bans.map(({ row }) => row.id),
      );
    }
    await tellPagedNew(
      made,
      'bans',
      bans.map(({ row }) => row),
    );
    const counts = { added, known: given.length - added };
    const detail = { ...(importId !== undefined && { import: importId }), ...counts };
    auditBanList(made, listId, 'import', { detail });
    await tellBanList(made, listId);
    askDoors(made, [listId]);
  });
  return { ...(await standing(context, listId)), added, known: given.length - added };
}

function refuseTooLong(given: readonly Imported[], now: number): void {
  const latest = now + BAN_LIMIT.minutes * MINUTE + CLOCKS_APART;
  const at = given.findIndex(({ until }) => until !== null && until > latest);
  if (at === -1) return;
  throw new HostError('ban-too-long', 'A ban of over two years has to be one without an end.', {
    fields: { [`bans.${at}.until`]: 'ban-too-long' },
  });
}

interface Meant {
  readonly ban: Imported;
  readonly found: Found;
  readonly keys: readonly string[];
}

/** Whom each of them means. */
async function foundOf(
  trx: Trx,
  accountId: string,
  given: readonly Imported[],
): Promise<readonly Meant[]> {
  const identities = given.flatMap(({ banned }) =>
    banned.kind === 'address' ? [] : [{ kind: banned.kind, value: banned.value }],
  );
  const persons = await personsFound(trx, accountId, identities);
  return given.map((ban) => {
    const { banned, name } = ban;
    const found =
      banned.kind === 'address'
        ? ofAddress(banned.value)
        : ofIdentity(banned, name ?? '', persons(banned));
    return { ban, found, keys: keysOfBanned(found.banned) };
  });
}

function ofIdentity(identity: Identity, name: string, person_id: string | null): Found {
  const { kind, value } = identity;
  return {
    about: {
      ...NOBODY,
      kind: 'person',
      person_id,
      name,
      steam_id: kind === 'steam' ? value : null,
      guid: kind === 'battleye' ? value : null,
      bohemia_id: kind === 'bohemia' ? value : null,
    },
    banned: { people: [], identities: [identity], addresses: [] },
  };
}

/** Those whom no ban in force keeps out already, and for as long; of equal ones the one that lasts longest. */
async function withoutKnown(
  trx: Trx,
  listId: string,
  meant: readonly Meant[],
): Promise<readonly Meant[]> {
  const { rows } = await sql<{ key: string; until: number | null }>`
    select k.key, (b.data->>'until')::bigint as until
    from ban_keys k join paged_bans b on b.id = k.ban_id
    where k.banlist_id = ${listId} and k.key = any(${meant.flatMap(({ keys }) => keys)}::text[])
      and b.key_status = 'active'
  `.execute(trx);
  return freshOf(
    meant.map((one) => ({ ...one, until: one.ban.until })),
    rows,
  );
}
