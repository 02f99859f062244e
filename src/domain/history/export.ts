/** What happened, as lines of a file for another program. */
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import type { HistoryEntry } from '../../protocol/history/calls.ts';

export const EXPORT_FORMAT = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof EXPORT_FORMAT)[number];

const COLUMNS = [
  'time',
  'server',
  'server_id',
  'kind',
  'person',
  'person_id',
  'by',
  'text',
  'detail',
] as const;
type Cells = Partial<Record<(typeof COLUMNS)[number], string | null>>;

/** What a file of this format begins with. The mark says that it is UTF-8, which spreadsheets ask for. */
export function exportHead(format: ExportFormat): string {
  return format === 'csv' ? `\uFEFF${csvLine(COLUMNS)}` : '';
}

/** The line of an entry; `server`: what its server is called. Times are UTC. */
export function exportLine(format: ExportFormat, told: HistoryEntry, server: string): string {
  const time = new Date(told.at).toISOString();
  if (format === 'ndjson') {
    const { server_id, of, seq, entry } = told;
    return `${JSON.stringify({ time, server, server_id, of, seq, entry })}\n`;
  }
  const cells: Cells = { time, server, server_id: told.server_id, ...cellsOf(told) };
  return csvLine(COLUMNS.map((name) => cells[name] ?? ''));
}

/**
 * A line of cells. A spreadsheet takes a cell that begins with one of these for a formula, and players choose their
 * names: an apostrophe before it says that it is text.
 */
export function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) => {
    const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${quoted.join(',')}\r\n`;
}

function cellsOf(told: HistoryEntry): Cells {
  if (told.of === 'audit') {
    const { actor_id, actor_name, action, detail } = told.entry;
    const person = { person: actor_name, person_id: actor_id };
    return { kind: 'audit', ...person, text: action, detail: JSON.stringify(detail) };
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
