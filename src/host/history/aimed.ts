/** Whom a command that was sent to a console meant, as the audit says it of who sent it. */
import { sql } from 'kysely';
import type { HistoryEntry } from '../../protocol/history/calls.ts';
import { hexId } from '../../protocol/fields.ts';
import { PAGED, type PagedRow } from '../../protocol/resources/registry.ts';
import { PAGED_ROW } from '../../protocol/resources/schemas.ts';
import { showPersons } from '../identity/show-persons.ts';
import type { Trx } from '../store/database.ts';

/** The game has answered by then, or it is told that it has not; ms. */
const ANSWERED = 30_000;
/** The audit may be told by a clock that is a little behind; ms. */
const BEFORE = 1_000;
/** What is done to one player. */
const ACTIONS = ['actions.raw', 'actions.server-kick', 'actions.message-private'];

type Line = Extract<HistoryEntry, { of: 'console' }>;
type Whom = NonNullable<Line['whom']>;

/** The lines, each with whom it meant where that is sure: where two could be meant, nobody is. */
export async function withAimed(
  trx: Trx,
  entries: readonly HistoryEntry[],
): Promise<HistoryEntry[]> {
  const lines = entries.flatMap((one) => (one.of === 'console' ? asked(one) : []));
  if (lines.length === 0) return [...entries];
  const { rows } = await sql<{ readonly line: number; readonly data: unknown }>`
    select l.line, a.data
    from json_to_recordset(${JSON.stringify(lines)}::json)
      as l(line bigint, server_id bpchar, actor bpchar, at bigint)
    join paged_audit a on a.server_id = l.server_id and a.key_actor_id = l.actor
      and a.key_at between l.at - ${BEFORE} and l.at + ${ANSWERED}
      and a.key_action = any(${ACTIONS}::text[]) and a.data->>'target_name' <> ''
  `.execute(trx);
  const read = rows.map(({ data }) => PAGED_ROW.audit.parse(data));
  const shown = await showPersons(trx, PAGED.audit, read);
  const byId = new Map(shown.map(({ row }) => [row.id, row]));
  return entries.map((entry) => {
    if (entry.of !== 'console') return entry;
    const own = rows.flatMap(({ line }, index) => {
      const audited = byId.get(read[index]?.id ?? '');
      return line === entry.seq && audited?.server_id === entry.server_id ? [audited] : [];
    });
    const whom = meantBy(entry.entry.text, own);
    return whom === null ? entry : { ...entry, whom };
  });
}

function asked({ seq, server_id, at, entry }: Line) {
  const { actor, direction } = entry;
  if (actor === null || direction !== 'out') return [];
  return [{ line: seq, server_id, actor: actor.muster_id, at }];
}

function meantBy(text: string, audited: readonly PagedRow<'audit'>[]): Whom | null {
  const said = audited.filter((one) => isOf(text, one));
  const players = new Map(
    said.flatMap(({ target_name: name, detail }) => {
      const whom = { id: idOf(detail['play_session']), muster_id: idOf(detail['muster_id']) };
      return name === undefined ? [] : [[whom.id ?? whom.muster_id ?? name, { ...whom, name }]];
    }),
  );
  const [only = null] = players.values();
  return players.size === 1 ? only : null;
}

/** Whether a command can be what an entry of the audit is about. A kick without a reason says no more than that it is one. */
function isOf(command: string, { action, text, detail }: PagedRow<'audit'>): boolean {
  if (detail['outcome'] === 'failed') return false;
  const [asked, said] = [command.trim(), text ?? ''];
  switch (action) {
    case 'actions.server-kick':
      return (
        /^kick\s/i.test(asked) &&
        (said === '' ? /^\S+\s+\S+$/ : /\S/).test(asked) &&
        asked.includes(said)
      );
    case 'actions.message-private':
      return /^say\s+\d+\s/i.test(asked) && said !== '' && asked.endsWith(said);
    default:
      return said !== '' && asked.includes(said);
  }
}

function idOf(value: unknown): string | null {
  return hexId.safeParse(value).data ?? null;
}
