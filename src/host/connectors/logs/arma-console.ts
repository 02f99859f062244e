/** ArmA's server_console.log, line by line. A name can hold anything, so that lines are told by their ends. */
import { parseServerMessage, type ServerMessage } from '../battleye/messages.ts';

export type ConsoleEntry =
  | { readonly kind: ConsoleClass }
  | { readonly kind: ConsoleState; readonly name: string }
  | {
      readonly kind: 'connected';
      readonly name: string;
      /** SteamID64; null for a headless client, whose id is another. */
      readonly steamId: string | null;
    }
  | {
      readonly kind: 'kicked';
      readonly name: string;
      readonly steamId: string | null;
      readonly reason: string;
    }
  | { readonly kind: 'kicked-by-battleye'; readonly name: string; readonly reason: string }
  | { readonly kind: 'load'; readonly perSecond: number; readonly players: number }
  | { readonly kind: 'battleye'; readonly message: ServerMessage };

export type ConsoleState = 'modified-data' | 'connecting' | 'disconnected' | 'losing-connection';

/** Lines that bear on nobody's presence. */
export type ConsoleClass =
  | 'blank'
  | 'admin-in'
  | 'admin-out'
  | 'admin-refused'
  | 'mission'
  | 'signature'
  | 'start'
  | 'vote'
  | 'unexplained';

export interface ConsoleLine {
  readonly ofDay: number | null;
  readonly entry: ConsoleEntry;
}

const TIMED = /^ ?(\d{1,2}):(\d\d):(\d\d) (.*)$/s;
const BATTLEYE = 'BattlEye Server: ';
const CONNECTED = /^(.*) connected \(id=(HC)?(\d+)\)\.$/s;
const STATES: readonly (readonly [RegExp, ConsoleState])[] = [
  [/^(.*) connecting\.$/s, 'connecting'],
  [/^(.*) disconnected\.$/s, 'disconnected'],
  [/^(.*) is losing connection$/s, 'losing-connection'],
];
const MODIFIED = /^(.*) uses modified data file$/s;
const KICKED_OFF = /^(.*?) kicked off by BattlEye: (.*)$/s;
const KICKING = /^Kicking player name='(.*)' ID=-?\d+, steamID=(\d*)\. (.*)$/s;
const LOAD = /^Server load: FPS (\d+), memory used: .*, Players: (\d+) \(L:\d+.*\)$/;
const CLASSES: readonly (readonly [RegExp, ConsoleClass])[] = [
  [/^Admin logged in, player: .*, playerUID: \w*, IP: \S+\.$/s, 'admin-in'],
  [/^Admin logged out, player: .*, playerUID: \w*, IP: \S+\.$/s, 'admin-out'],
  [/^Wrong admin password entered by player: .*, playerUID: \w*, IP: \S+\.$/s, 'admin-refused'],
  [/^Files? .+ (?:is|are) not signed by a key accepted by this server\./s, 'signature'],
  [/^Mission .* read from (?:bank|directory)\.$/, 'mission'],
  [/^(?:Reading mission \.\.\.|Mission read\.|Roles assigned\.)$/, 'mission'],
  [/^Game (?:started|finished|restarted)\.$/, 'mission'],
  [/^(?:Waiting for next game|Mission finished|Missions? .*)\.$/, 'mission'],
  [/^Game Port: \d+, Steam Query Port: \d+$/, 'start'],
  [/^(?:Host identity created|Connected to Steam servers|Dedicated host created)\.?$/, 'start'],
  [/^(?:Voting|Admin|Vote) .*$/s, 'vote'],
];

/** Reads one line, without its end. */
export function readConsoleLine(line: string): ConsoleLine {
  const timed = TIMED.exec(line);
  if (timed === null) {
    return { ofDay: null, entry: { kind: line.trim() === '' ? 'blank' : 'unexplained' } };
  }
  const [, hours, minutes, seconds, text = ''] = timed;
  const ofDay = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
  return { ofDay, entry: said(text) };
}

function said(text: string): ConsoleEntry {
  const modified = MODIFIED.exec(text)?.[1];
  if (modified !== undefined) return { kind: 'modified-data', name: modified };
  if (text.startsWith(BATTLEYE)) {
    return { kind: 'battleye', message: parseServerMessage(text.slice(BATTLEYE.length), []) };
  }
  if (text.startsWith('Player ')) {
    const entry = ofPlayer(text.slice('Player '.length));
    if (entry !== null) return entry;
  }
  const kicking = KICKING.exec(text);
  if (kicking !== null) {
    const [, name = '', steamId = '', reason = ''] = kicking;
    return { kind: 'kicked', name, steamId: steamIdOr(steamId), reason: reason.trim() };
  }
  const load = LOAD.exec(text);
  if (load !== null) {
    return { kind: 'load', perSecond: Number(load[1]), players: Number(load[2]) };
  }
  const found = CLASSES.find(([pattern]) => pattern.test(text));
  return { kind: found?.[1] ?? 'unexplained' };
}

function ofPlayer(text: string): ConsoleEntry | null {
  const connected = CONNECTED.exec(text);
  if (connected !== null) {
    const [, name = '', headless, id = ''] = connected;
    return { kind: 'connected', name, steamId: headless === undefined ? steamIdOr(id) : null };
  }
  for (const [pattern, kind] of STATES) {
    const name = pattern.exec(text)?.[1];
    if (name !== undefined) return { kind, name };
  }
  const kicked = KICKED_OFF.exec(text);
  if (kicked !== null) {
    return { kind: 'kicked-by-battleye', name: kicked[1] ?? '', reason: kicked[2] ?? '' };
  }
  return /^.*: Wrong signature for file /s.test(text) ? { kind: 'signature' } : null;
}

function steamIdOr(text: string): string | null {
  return /^\d{17}$/.test(text) ? text : null;
}
