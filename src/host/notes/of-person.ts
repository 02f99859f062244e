import { sql } from 'kysely';
import { NOTES_OF_PERSON } from '../../protocol/notes/limits.ts';
import { KEPT } from '../../protocol/resources/registry.ts';
import { ROW } from '../../protocol/resources/schemas.ts';
import type { Handler } from '../calls/handler.ts';
import { showPersons } from '../identity/show-persons.ts';
import { openServers, seenPerson, serversWhere } from '../players/seen-person.ts';
import { atOneMoment } from '../store/database.ts';

/**
 * `GET persons/:muster_id/notes`: under any id of theirs, on every server whose notes the account reads, also where no stay is
 * kept any more.
 */
export const personNotes: Handler<'personNotes'> = ({ params }, { db, account }) =>
  atOneMoment(db, async (trx) => {
    const { ids } = await seenPerson(trx, account.id, params.muster_id);
    const open = await openServers(trx, account.id);
    const servers = serversWhere(open, (held) => held.includes('server.notes.view'));
    const { rows } = await sql<{ data: unknown; total: number }>`
      select r.data, (count(*) over ())::int as total
      from unnest(${ids}::text[]) as i(id) join resource_rows r
        on r.data @> jsonb_build_object('player_id', i.id)
      where r.resource = 'notes' and r.removed_at is null
        and r.server_id = any(${servers}::bpchar[])
      order by r.order_key desc, r.id desc limit ${NOTES_OF_PERSON}
    `.execute(trx);
    // One that does not fit its schema takes no other with it, as where a server tells them.
    const read = rows.flatMap(({ data }) => ROW.notes.safeParse(data).data ?? []);
    const shown = await showPersons(trx, KEPT.notes, read);
    return { notes: shown.map(({ row }) => row), more: (rows[0]?.total ?? 0) - rows.length };
  });
