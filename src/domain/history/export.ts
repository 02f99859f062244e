/** What happened, as lines of a file for another program. */
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import type { HistoryEntry } from '../../protocol/history/calls.ts';
import type { AuditWords } from '../audit/export.ts';
import { exportedLine, type ExportFormat } from '../export.ts';

export const HISTORY_COLUMNS = [
  'time',
  'server',
  'server_id',
  'kind',
  'person',
  'person_id',
  'by',
  'text',
  'detail',
  'action',
] as const;
type Cells = Partial<Record<(typeof HISTORY_COLUMNS)[number], string | null>>;

/** The line of an entry; `server`: what its server is called, `words`: how the audit says it. Times are UTC. */
export function historyLine(
  format: ExportFormat,
  told: HistoryEntry,
  server: string,
  words: AuditWords | null,
): string {
  const time = new Date(told.at).toISOString();
  const { server_id, of, seq, entry } = told;
  const cells: Cells = { time, server, server_id, ...cellsOf(told, words) };
  const says = words === null ? {} : words;
  return exportedLine(format, HISTORY_COLUMNS, cells, {
    time,
    server,
    server_id,
    of,
    seq,
    entry,
    ...says,
  });
}

function cellsOf(told: HistoryEntry, words: AuditWords | null): Cells {
  if (told.of === 'audit') {
    const { actor_id, actor_name, action, detail } = told.entry;
    const person = { person: actor_name, person_id: actor_id };
    return {
      kind: 'audit',
      ...person,
      text: words === null ? action : [words.says, ...words.changed].join('\n'),
      detail: JSON.stringify(detail),
      action,
    };
  }
  if (told.of === 'console') {
    const { actor, text } = told.entry;
    const person = { person: actor?.display_name ?? '', person_id: actor?.muster_id ?? '' };
    return { kind: 'command', ...person, text };
  }
  const { entry } = told;
  const { kind } = entry;
  const who =
    'player' in entry
      ? { person: entry.player?.name ?? '', person_id: entry.player?.muster_id ?? '' }
      : {};
  switch (entry.kind) {
    case 'chat':
      return { kind, ...who, text: entry.text, detail: entry.channel };
    case 'kick':
      return { kind, ...who, by: entry.by, text: entry.reason };
    case 'kept-out':
      return {
        kind,
        ...who,
        by: entry.ban?.banlist ?? '',
        text: entry.reason,
        detail: entry.outcome,
      };
    case 'death':
    case 'hit':
      return {
        kind,
        ...who,
        by: entry.by?.player?.name ?? entry.by?.cause ?? '',
        detail: entry.by?.weapon ?? '',
      };
    case 'action':
      return {
        kind: actionName(entry.action),
        ...who,
        by: entry.actor.display_name,
        text: entry.text,
        detail: entry.outcome,
      };
    case 'rcon-admin':
      return {
        kind,
        person: entry.to,
        by: String(entry.admin ?? ''),
        text: entry.text,
        detail: entry.did,
      };
    case 'schedule':
      return { kind, by: entry.name, text: entry.text, detail: entry.outcome };
    case 'configuration':
      return { kind, by: entry.actor?.display_name ?? '', text: entry.change };
    case 'state':
      return { kind, text: entry.state, detail: entry.error };
    case 'gap':
      return {
        kind,
        text: `${new Date(entry.from).toISOString()} ${new Date(entry.to).toISOString()}`,
      };
    default:
      return { kind, ...who };
  }
}

function actionName(number: number): string {
  const [name = ''] = Object.entries(SERVER_ACTION).find(([, value]) => value === number) ?? [];
  return name.toLowerCase().replaceAll('_', '-');
}
