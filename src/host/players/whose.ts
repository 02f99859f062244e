/** Whose the keys are by which bans and entries of buckets find somebody. */
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../store/database.ts';

/** Whether an identity `i` is what the key `k.key` is made of. In another collation than its own, no index would find it. */
export const isOfKey = sql<boolean>`
  i.kind = split_part(k.key, ' ', 1) collate "default"
    and i.value = substr(k.key, strpos(k.key, ' ') + 1) collate "default"
`;

/**
 * Of things, those of which a key is somebody's who was seen: by the thing, their id. `keyed`: rows of an `id` and a `key`.
 * `most`: no more of them, in the order of their ids.
 */
export async function whoseAre(
  trx: Trx,
  keyed: RawBuilder<unknown>,
  most: number | null = null,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; person: string }>`
    select distinct on (k.id) k.id, i.muster_id as person
    from (${keyed}) as k join player_identities i on ${isOfKey}
    order by k.id, i.muster_id limit ${most}::int
  `.execute(trx);
  return new Map(rows.map(({ id, person }) => [id, person]));
}
