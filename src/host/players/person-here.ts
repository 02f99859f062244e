/** Who somebody is, as far as it is this server's to tell: what other servers know of them is not. */
import { sql } from 'kysely';
import { idsOf, personOf } from '../identity/persons.ts';
import type { Trx } from '../store/database.ts';

export interface PersonHere {
  readonly muster_id: string;
  /** That id first, then the one that was asked for. */
  readonly ids: readonly string[];
}

/** An id leads to its person, and to ids that this server knows, where this server knows it or shows them by it. */
export async function personHere(trx: Trx, serverId: string, asked: string): Promise<PersonHere> {
  const person = await personOf(trx, asked);
  const known = await knownHere(trx, serverId, await idsOf(trx, person));
  if (known.length === 0 || (asked !== person && !known.includes(asked))) {
    return { muster_id: asked, ids: [asked] };
  }
  return { muster_id: person, ids: [...new Set([person, asked, ...known])] };
}

/** Those of the ids that a stay, figures, a note or an entry of the audit of the server has. */
async function knownHere(
  trx: Trx,
  serverId: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from unnest(${ids}::text[]) as i(id)
    where exists (select from play_sessions where server_id = ${serverId} and muster_id = i.id)
      or exists (select from statistic_totals where server_id = ${serverId} and muster_id = i.id)
      or exists (
        select from resource_rows
        where resource = 'notes' and server_id = ${serverId} and removed_at is null
          and data @> jsonb_build_object('player_id', i.id)
      )
      or exists (select from paged_audit where server_id = ${serverId} and key_things @> array[i.id])
    order by i.id
  `.execute(trx);
  return rows.map(({ id }) => id);
}
