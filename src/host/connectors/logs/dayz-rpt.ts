/** DayZ's engine log (.RPT), line by line: identities and kicks; the rest is told by its class. */

export type RptEntry =
  | { readonly kind: RptClass }
  | { readonly kind: 'date'; readonly year: number; readonly month: number; readonly day: number }
  /** A player waits to be let in; `connection` is the engine's number of this connection. */
  | { readonly kind: 'queued'; readonly name: string; readonly connection: string }
  | { readonly kind: 'steam'; readonly name: string; readonly steamId: string }
  | {
      readonly kind: 'log-in';
      readonly name: string;
      readonly connection: string;
      /** Bohemia's account id; null before the engine knows it. */
      readonly id: string | null;
      readonly state: string;
    }
  /** Somebody whom the engine put out, or who left by themselves: the code tells which. */
  | {
      readonly kind: 'kicked';
      /** 'Unknown' where the engine forgot it. */
      readonly name: string;
      readonly connection: string;
      readonly code: number;
      readonly reason: string;
    }
  | { readonly kind: 'frame-rate'; readonly perSecond: number };

/** Lines that say nothing of who a player is. */
export type RptClass =
  | 'blank'
  | 'header'
  | 'clean-stop'
  | 'shutting-down'
  | 'connection-state'
  | 'disconnecting'
  | 'player-table'
  | 'preloading'
  | 'saving'
  | 'start'
  | 'spawn-table'
  | 'network'
  | 'script'
  | 'warning'
  | 'unexplained';

export interface RptLine {
  readonly ofDay: number | null;
  readonly entry: RptEntry;
}

const TIMED = /^ ?(\d{1,2}):(\d\d):(\d\d)(?:\.(\d{1,3}))? (.*)$/s;
const ID = String.raw`(?:[\w+/-]{43}=|[0-9A-Fa-f]{40})`;
const STATE = new RegExp(
  String.raw`^\[StateMachine\]: Player (.*) \(dpnid (-?\d+) uid (${ID})?\) Entering (\w+)$`,
  's',
);
const QUEUED = /^\[Login\]: Adding player (.*) \((-?\d+)\) to login queue at position -?\d+$/s;
const STEAM = /^Player "(.*)" is connected \(steamID=(\d{1,20})\)$/s;
const KICKED = /^Player (.*?) \((-?\d+)\) kicked from server: (\d+) \((.*)\)$/s;
const FRAME_RATE = /^Average server FPS: ([\d.]+) \(measured interval: [\d.]+ s\)$/;

const CLASSES: readonly (readonly [RegExp, RptClass])[] = [
  [/^[\s-]*Termination successfully completed[\s-]*$/, 'clean-stop'],
  [/^\s*\[Shutdown\]/, 'shutting-down'],
  [/^Server: SetClientState dpid=/, 'connection-state'],
  [/^\[Disconnect\]: /, 'disconnecting'],
  [/^\[StateMachine\]: Kick player /, 'disconnecting'],
  [/^\[LoginMachine\]: /, 'connection-state'],
  [/^\[(?:Login|Logout|StateMachine)\]: /, 'connection-state'],
  [/^ {2,}player .*\(dpnid = -?\d+\)$/s, 'player-table'],
  [/^Login: Player .* preloading at: /s, 'preloading'],
  [/^CHAR_DEBUG - /, 'saving'],
  [/^\[IdleMode\] /, 'saving'],
  [/^Player connect enabled$/, 'start'],
  [/^SUCCESS: SteamGameServer_Init\(/, 'start'],
  [/^String ".*" listed twice in ".*"$/s, 'warning'],
  [/^\d+ % == \d+ pcs$/, 'spawn-table'],
  [/^\[\d+\] \S+ :: dmax: /, 'spawn-table'],
  [/^NETWORK +\(\w\): /, 'network'],
  [/^SCRIPT +(?:\(\w\))?: /, 'script'],
  [/^\w+ +\([EWI]\): /, 'warning'],
  [/^(?:Warning|Error)(?: Message)?: /, 'warning'],
  [/^(?:Conflicting addon|Addon|Cannot|Can't|Unable|Failed|Missing|!!!|\[ERROR\])/, 'warning'],
];
const HEADER = [
  /^=+$/,
  /^== /,
  /^Exe timestamp: /,
  /^Version \S+$/,
  /^(?:Original output filename|Base data|Enabled mods|Distribution|Allocator|PhysMem|Time zone|Mods?|Mod list)\b/,
];

/** Reads one line, without its end. */
export function readRptLine(line: string): RptLine {
  const timed = TIMED.exec(line);
  if (timed === null) return { ofDay: null, entry: untimed(line) };
  const [, hours, minutes, seconds, fraction = '0', text = ''] = timed;
  // The engine prints milliseconds without leading zeros: '.23' is 23 of them.
  const ofDay =
    ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(fraction);
  return { ofDay, entry: said(text) };
}

function untimed(line: string): RptEntry {
  if (line.trim() === '') return { kind: 'blank' };
  const date = /^Current time:\s+(\d{4})\/(\d\d)\/(\d\d) /.exec(line);
  if (date !== null) {
    return { kind: 'date', year: Number(date[1]), month: Number(date[2]), day: Number(date[3]) };
  }
  return { kind: HEADER.some((header) => header.test(line)) ? 'header' : 'unexplained' };
}

function said(text: string): RptEntry {
  const state = STATE.exec(text);
  if (state !== null) {
    const [, name = '', connection = '', id, to = ''] = state;
    return { kind: 'log-in', name, connection, id: id ?? null, state: to };
  }
  const queued = QUEUED.exec(text);
  if (queued !== null) {
    return { kind: 'queued', name: queued[1] ?? '', connection: queued[2] ?? '' };
  }
  const steam = STEAM.exec(text);
  if (steam !== null) return { kind: 'steam', name: steam[1] ?? '', steamId: steam[2] ?? '' };
  const kicked = KICKED.exec(text);
  if (kicked !== null) {
    const [, name = '', connection = '', code, reason = ''] = kicked;
    return { kind: 'kicked', name, connection, code: Number(code), reason: bare(reason) };
  }
  const rate = FRAME_RATE.exec(text);
  if (rate !== null) return { kind: 'frame-rate', perSecond: Number(rate[1]) };
  const found = CLASSES.find(([pattern]) => pattern.test(text));
  return { kind: found?.[1] ?? 'unexplained' };
}

/** A reason without the parentheses that the engine puts around a text it did not make. */
function bare(reason: string): string {
  return /^ ?\((.*)\)$/s.exec(reason)?.[1] ?? reason.trim();
}
