/** Links accounts with the players of Steam ids, and undoes it. */
import type { AuditAction } from '../../domain/audit/actions.ts';
import { sql } from 'kysely';
import { change, type Change, type ChangeContext } from '../change/change.ts';
import { accountResource } from '../access/grants.ts';
import { accountIdOf } from '../identity/accounts.ts';
import type { Trx } from '../store/database.ts';
import { identitiesOf, type Identity } from './identities.ts';
import { joinPersons, lockPersons, undoJoin } from './joins.ts';

/** Why an account and a Steam id cannot be linked, or the link undone. */
export type LinkRefused =
  | { readonly kind: 'unknown-account' | 'not-a-steam-id' | 'unknown-steam-id' }
  /** `account`: the username of the one that has the Steam id. */
  | { readonly kind: 'linked-to-another'; readonly account: string };

/** `changed`: whether it was not so before. */
export type Linked =
  | { readonly ok: true; readonly changed: boolean; readonly musterId: string }
  | { readonly ok: false; readonly refused: LinkRefused };

const STEAM_ID = /^7656119\d{10}$/;

/** Makes an account and whoever plays with a Steam id one person. Asked again, nothing changes. */
export function linkSteam(
  context: ChangeContext,
  account: string,
  steamId: string,
): Promise<Linked> {
  return change(context, async (made): Promise<Linked> => {
    // Nobody links the same Steam id to another account in the meantime.
    await lockPersons(made.trx);
    const found = await find(made.trx, account, steamId);
    if ('kind' in found) return refuse(found);
    const { id, players } = found;
    if (players.length === 0) return refuse({ kind: 'unknown-steam-id' });
    const other = await otherAccount(made.trx, id, players);
    if (other !== null) return refuse({ kind: 'linked-to-another', account: other });
    let changed = false;
    for (const player of players) {
      const joined = await joinPersons(
        made.trx,
        { one: id, other: player, kind: 'link', by: by(context) },
        made.now,
      );
      if (joined !== 'joined') continue;
      changed = true;
      audit(made, id, 'account.link-steam', player);
    }
    return { ok: true, changed, musterId: id };
  });
}

/**
 * Undoes what linked an account with a Steam id, or with null with every one. Nothing changes where they are not
 * linked.
 */
export function unlinkSteam(
  context: ChangeContext,
  account: string,
  steamId: string | null,
): Promise<Linked> {
  return change(context, async (made): Promise<Linked> => {
    const found = await find(made.trx, account, steamId);
    if ('kind' in found) return refuse(found);
    const { id, players } = found;
    const joins = await made.trx
      .selectFrom('person_joins')
      .select(['id', 'other'])
      .where('one', '=', id)
      .where('kind', '=', 'link')
      .where('undone_at', 'is', null)
      .orderBy('id')
      .execute();
    const due = joins.filter(({ other }) => steamId === null || players.includes(other));
    let changed = false;
    for (const join of due) {
      if (!(await undoJoin(made.trx, join.id, made.now, by(context)))) continue;
      changed = true;
      audit(made, id, 'account.unlink-steam', join.other);
    }
    return { ok: true, changed, musterId: id };
  });
}

function refuse(refused: LinkRefused): Linked {
  return { ok: false, refused };
}

/** The account that does it; null: the operator at the terminal. */
function by({ session }: ChangeContext): string | null {
  return session?.account.id ?? null;
}

/** Neither the Steam id nor a name: what the audit has stays when they are erased. */
function audit(made: Change, account: string, action: AuditAction, player: string): void {
  made.audit({ resource: accountResource(account), action, detail: { player } });
}

/** The account, and the players that a Steam id is known of; with null, none. */
async function find(
  trx: Trx,
  account: string,
  steamId: string | null,
): Promise<LinkRefused | { readonly id: string; readonly players: readonly string[] }> {
  if (steamId !== null && !STEAM_ID.test(steamId)) return { kind: 'not-a-steam-id' };
  const id = await accountIdOf(trx, account);
  if (id === null) return { kind: 'unknown-account' };
  if (steamId === null) return { id, players: [] };
  const identities = identitiesOf({ guid: null, steamId, bohemiaId: null });
  return { id, players: await playersOf(trx, identities) };
}

async function playersOf(trx: Trx, identities: readonly Identity[]): Promise<readonly string[]> {
  const { rows } = await sql<{ muster_id: string }>`
    select distinct i.muster_id from player_identities i
    join unnest(
      ${identities.map(({ kind }) => kind)}::text[], ${identities.map(({ value }) => value)}::text[]
    ) as a(kind, value) using (kind, value)
    order by i.muster_id
  `.execute(trx);
  return rows.map(({ muster_id }) => muster_id);
}

/** The username of another account that these players lead to; null: of none. */
async function otherAccount(
  trx: Trx,
  account: string,
  players: readonly string[],
): Promise<string | null> {
  const { rows } = await sql<{ username: string }>`
    select username from accounts where id <> ${account} and id in (
      select person from persons where id = any(${players}::bpchar[])
    )
    order by id limit 1
  `.execute(trx);
  return rows[0]?.username ?? null;
}
