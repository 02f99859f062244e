/** A public list, as everybody with an account reads it. */
import { sql, type RawBuilder } from 'kysely';
import { identityKey, personKey } from '../../domain/bans/keys.ts';
import type { BanRow } from '../../domain/bans/row.ts';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import { PAGED_ROW } from '../../protocol/resources/schemas.ts';
import { evidenceOfBan } from './evidence.ts';
import { profileOf } from './profile.ts';
import { IS_VERIFIED } from './rows.ts';
import { noSuch } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { atOneMoment, type Trx } from '../store/database.ts';

/** `GET public-banlists/:id`: what its flag opens, and nothing that is for those whose list it is. */
export const banListPublic: Handler<'banListPublic'> = ({ params, query }, { db, now }) =>
  atOneMoment(db, async (trx) => {
    const { banlist_id: id } = params;
    const list = await publicList(trx, id);
    if (list === null) throw noSuch('ban list');
    const { evidence_public, ...shownList } = list;
    const { rows } = await sql<{ data: unknown; at: string }>`
      select data, key_created_at || '.' || id as at from paged_bans
      where owner_id = ${id} and key_status = 'active'
        and coalesce((data->>'until')::bigint > ${now}::bigint, true)
        and ${sql.join(narrowed(id, query), sql` and `)}
      order by key_created_at desc, id desc limit ${BAN_LIMIT.publicPage + 1}
    `.execute(trx);
    const shown = rows.slice(0, BAN_LIMIT.publicPage);
    const bans = shown.map(({ data }) => asPublic(PAGED_ROW.bans.parse(data)));
    const evidence = evidence_public
      ? await evidenceOfBans(trx, bans)
      : new Map<string, Evidence>();
    return {
      ...shownList,
      profile: await profileOf(trx, id),
      bans: bans.map((ban) => ({ ...ban, evidence: evidence.get(ban.id) ?? [] })),
      next: rows.length > shown.length ? (shown.at(-1)?.at ?? null) : null,
    };
  });

async function publicList(trx: Trx, id: string) {
  const { rows } = await sql<{
    identifier: string;
    owner_name: string;
    created_at: number;
    followers: number;
    verified: boolean;
    count: number;
    evidence_public: boolean;
  }>`
    select b.identifier, a.display_name as owner_name, b.created_at, b.bans as count, b.evidence_public,
      (select count(*)::int from ban_list_follows w where w.followed_id = b.id) as followers,
      ${IS_VERIFIED} as verified
    from ban_lists b left join groups g on g.id = b.owner
    join accounts a on a.id = coalesce(g.owner, b.owner)
    where b.id = ${id} and b.is_public and b.deleting is null
  `.execute(trx);
  return rows[0] ?? null;
}

type Evidence = Awaited<ReturnType<typeof evidenceOfBan>>;

async function evidenceOfBans(
  trx: Trx,
  bans: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, Evidence>> {
  const ids = bans.map(({ id }) => id);
  const { rows } = await sql<{ id: string }>`
    select distinct ban_id as id from ban_evidence where ban_id = any(${ids}::text[])
  `.execute(trx);
  const found = new Map<string, Evidence>();
  for (const { id } of rows) found.set(id, await evidenceOfBan(trx, id));
  return found;
}

function narrowed(
  listId: string,
  { ban, identity, after }: Parameters<typeof banListPublic>[0]['query'],
): readonly RawBuilder<unknown>[] {
  const [at = '', last = ''] = after?.split('.') ?? [];
  return [
    sql`true`,
    ...(ban === undefined ? [] : [sql`id = ${ban}`]),
    ...(identity === undefined || identity === '' ? [] : [ofIdentity(listId, identity)]),
    ...(after === undefined ? [] : [sql`(key_created_at, id) < (${at}::bigint, ${last})`]),
  ];
}

/**
 * By what a ban names, and a ban of a person by what its row shows of them: a search says no more than the list does.
 */
function ofIdentity(listId: string, value: string): RawBuilder<unknown> {
  const kinds = ['steam', 'battleye', 'bohemia'] as const;
  const keys = kinds.map((kind) => identityKey({ kind, value }));
  const values = [value, value.toLowerCase()];
  return sql`id in (
    select ban_id from ban_keys where banlist_id = ${listId} and key = any(${keys}::text[])
    union all
    select b.id from player_identities i
    join ban_keys k on k.key = ${personKey('')} || i.muster_id and k.banlist_id = ${listId}
    join paged_bans b on b.id = k.ban_id
    where i.kind = any(${kinds}::text[]) and i.value = any(${values}::text[])
      and i.value in (b.data->>'steam_id', b.data->>'guid', b.data->>'bohemia_id')
  )`;
}

function asPublic(row: BanRow) {
  const { id, kind, name, steam_id, guid, bohemia_id, reason, created_at, until } = row;
  return { id, kind, name, steam_id, guid, bohemia_id, reason, created_at, until };
}
