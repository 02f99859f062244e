/**
 * BattlEye's tables, as `players`, `admins` and `missions` print them. Columns are padded, names are unescaped and
 * last. A row that cannot be read is dropped alone and reported. `domain/bans/game-list.ts` reads `bans`.
 */
import { cut, LIMITS } from '../limits.ts';

/** One row of `players`. */
export interface PlayerRow {
  readonly slot: number;
  readonly ip: string;
  readonly port: number;
  /** Milliseconds; null while BattlEye prints -1. */
  readonly ping: number | null;
  /** null while BattlEye has none. */
  readonly guid: string | null;
  readonly verified: boolean;
  readonly name: string;
  readonly lobby: boolean;
}

export interface PlayersTable {
  readonly rows: readonly PlayerRow[];
  /** Lines that are no row. */
  readonly dropped: readonly string[];
  /** The footer's count; null where the footer is missing. */
  readonly total: number | null;
  /** Footer and rows agree and nothing was dropped: what is absent here is absent on the server. */
  readonly complete: boolean;
}

export interface Table<Row> {
  readonly rows: readonly Row[];
  readonly dropped: readonly string[];
}

export interface AdminRow {
  readonly number: number;
  readonly ip: string;
  readonly port: number;
}

const PLAYERS_TITLE = 'Players on server:';
const PLAYER =
  /^(\d+)\s+(\d+\.\d+\.\d+\.\d+):(\d+)\s+(-?\d+)\s+(?:([0-9a-f]{32})(\(OK\)|\(\?\) ?)|-) (.*)$/s;
const LOBBY = ' (Lobby)';
const FOOTER = /^\((\d+) players in total\)$/;
const ADMIN = /^(\d+)\s+(\d+\.\d+\.\d+\.\d+):(\d+)\s*$/;
const HEADINGS = /^(?:\[#\] |-{5,}\s*$)/;

/** The table of `players`; null where the text is no such table. */
export function parsePlayers(text: string): PlayersTable | null {
  const lines = linesOf(text);
  if (lines[0]?.trimEnd() !== PLAYERS_TITLE) return null;
  const body = lines.slice(1);
  // Only the last line can be the footer: people name themselves after it.
  const total = FOOTER.exec(body.at(-1) ?? '')?.[1];
  if (total !== undefined) body.pop();
  const rows: PlayerRow[] = [];
  const dropped: string[] = [];
  for (const [at, line] of body.entries()) {
    if (at < 2 && HEADINGS.test(line)) continue;
    const row = rows.length < LIMITS.players ? parsePlayerRow(line) : null;
    if (row === null) dropped.push(line);
    else rows.push(row);
  }
  const count = total === undefined ? null : Number(total);
  return { rows, dropped, total: count, complete: dropped.length === 0 && count === rows.length };
}

/** One row of `players`, or null. */
export function parsePlayerRow(line: string): PlayerRow | null {
  const match = PLAYER.exec(line);
  if (match === null) return null;
  const [, slot, ip = '', port, ping, guid, status, label = ''] = match;
  const lobby = label.endsWith(LOBBY);
  return {
    slot: Number(slot),
    ip,
    port: Number(port),
    ping: Number(ping) < 0 ? null : Number(ping),
    guid: guid ?? null,
    verified: status === '(OK)',
    name: cut(lobby ? label.slice(0, -LOBBY.length) : label, LIMITS.name),
    lobby,
  };
}

/** The sessions of `admins`. */
export function parseAdmins(text: string): Table<AdminRow> {
  return table(text, /^Connected RCon admins:\s*$/, (line) => {
    const match = ADMIN.exec(line);
    if (match === null) return null;
    const [, number, ip = '', port] = match;
    return { number: Number(number), ip, port: Number(port) };
  });
}

/** The file names of `missions`. */
export function parseMissions(text: string): Table<string> {
  return table(text, /^Missions on server:\s*$/, (line) => line.trim());
}

function table<Row>(
  text: string,
  title: RegExp,
  parseRow: (line: string) => Row | null,
): Table<Row> {
  const rows: Row[] = [];
  const dropped: string[] = [];
  for (const line of linesOf(text)) {
    if (line.trim() === '' || title.test(line) || HEADINGS.test(line)) continue;
    const row = parseRow(line);
    if (row === null) dropped.push(line);
    else rows.push(row);
  }
  return { rows, dropped };
}

/** Lines without their ends; empty ones at the end of the text are no lines. */
function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  while (lines.length > 0 && lines.at(-1) === '') lines.pop();
  return lines;
}
