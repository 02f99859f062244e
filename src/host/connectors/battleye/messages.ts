/**
 * Server messages (type 02), from text to meaning. Chat is told first, by the fixed list of channels:
 * it can imitate any other line, but always behind '(Channel) name: '. Names hold anything, so they
 * are taken from the players known to be there, the longest first, before any pattern guesses.
 */

export type KickedBy = 'admin-kick' | 'admin-ban' | 'battleye';

export type ServerMessage =
  | {
      readonly kind: 'chat';
      readonly channel: string;
      readonly name: string;
      readonly text: string;
    }
  | {
      readonly kind: 'connected';
      readonly slot: number;
      readonly name: string;
      readonly ip: string;
      readonly port: number;
    }
  | { readonly kind: 'guid'; readonly slot: number; readonly name: string; readonly guid: string }
  | {
      /** The id of the time before BattlEye's move to Steam; it names nobody in player lists. */
      readonly kind: 'legacy-guid';
      readonly slot: number;
      readonly name: string;
      readonly guid: string;
    }
  | {
      readonly kind: 'verified';
      readonly slot: number;
      readonly name: string;
      readonly guid: string;
    }
  | { readonly kind: 'disconnected'; readonly slot: number; readonly name: string }
  | {
      readonly kind: 'kicked';
      readonly slot: number;
      readonly name: string;
      readonly guid: string | null;
      readonly by: KickedBy;
      readonly reason: string;
    }
  | { readonly kind: 'admin-login'; readonly admin: number; readonly ip: string }
  | {
      readonly kind: 'admin-message';
      readonly admin: number;
      /** The addressee; null for a message to everybody. */
      readonly to: string | null;
      readonly text: string;
    }
  | {
      readonly kind: 'filter-log';
      readonly filter: string;
      readonly slot: number;
      readonly name: string;
      readonly guid: string;
      readonly text: string;
    }
  /** BattlEye about itself: its master, its configuration, its version. */
  | { readonly kind: 'battleye'; readonly text: string }
  | { readonly kind: 'unexplained'; readonly text: string };

/** A player known to be on the server, as far as names are told apart by it. */
export interface KnownPlayer {
  readonly slot: number;
  readonly name: string;
}

export const CHAT_CHANNELS = [
  'Lobby',
  'Global',
  'Side',
  'Command',
  'Commander',
  'Group',
  'Vehicle',
  'Direct',
  'Unknown',
] as const;

const CHAT = new RegExp(`^\\((${CHAT_CHANNELS.join('|')})\\) `);
const PLAYER = /^Player #(\d+) /;
const CONNECTED = /^(.*) \((\d+\.\d+\.\d+\.\d+):(\d+)\) connected$/s;
const DISCONNECTED = /^(.*) disconnected$/s;
const GUID = /^(.*) - (BE |Legacy )?GUID: ([0-9a-f]{32})( \(unverified\))?$/s;
const KICKED = /^(.*) \(([0-9a-f]{32}|-)\) has been kicked by BattlEye(?:: (.*))?$/s;
const VERIFIED = /^Verified GUID \(([0-9a-f]{32})\) (?:of|for) player #(\d+) (.*)$/s;
const ADMIN_LOGIN = /^RCon admin #(\d+) \((\d+\.\d+\.\d+\.\d+):\d+\) logged in$/;
const ADMIN_SAID = /^RCon admin #(\d+): \((To )?/;
const FILTER_LOG = /^([A-Za-z][A-Za-z ]*?) Log: #(\d+) (.*?) \(([0-9a-f]{32})\) - (.*)$/s;
const BATTLEYE = [
  /^(?:Connected to|Disconnected from) BE Master$/,
  /^Failed to (?:resolve|receive from|connect to|send to) BE Master/,
  /^(?:Ban check|Master query) timed out, no response from BE Master$/,
  /^Config entry: /,
  /^Initialized \(v[^)]*\)$/,
];

/** The meaning of one server message. `known` are the players on the server now, in any order. */
export function parseServerMessage(text: string, known: readonly KnownPlayer[]): ServerMessage {
  return (
    chat(text, known) ??
    playerLine(text, known) ??
    adminLine(text, known) ??
    otherLine(text) ?? { kind: 'unexplained', text }
  );
}

function chat(text: string, known: readonly KnownPlayer[]): ServerMessage | null {
  const channel = CHAT.exec(text);
  if (channel?.[1] === undefined) return null;
  const rest = text.slice(channel[0].length);
  const name = longestName(rest, known, ': ') ?? upTo(rest, ': ');
  if (name === null) return null;
  return { kind: 'chat', channel: channel[1], name, text: rest.slice(name.length + 2) };
}

/** What may stand between a name as a list shows it and what its bearer says: a list leaves out blanks, and a true ' (Lobby)'. */
const AFTER_NAME = /^(?: \(Lobby\)|\s)*: /;

/**
 * Whether a line of chat can be read in one way alone: 'Bob: the builder: hi' is said by 'Bob: the builder', or by Bob, where both
 * are there.
 */
export function isOfOneReading(
  { name, text }: Extract<ServerMessage, { kind: 'chat' }>,
  known: readonly KnownPlayer[],
): boolean {
  const line = `${name}: ${text}`;
  return !known.some(
    (other) =>
      other.name !== name &&
      line.startsWith(other.name) &&
      AFTER_NAME.test(line.slice(other.name.length)),
  );
}

function playerLine(text: string, known: readonly KnownPlayer[]): ServerMessage | null {
  const start = PLAYER.exec(text);
  if (start === null) return null;
  const slot = Number(start[1]);
  const rest = text.slice(start[0].length);
  for (const { name } of known.filter((player) => player.slot === slot)) {
    if (!rest.startsWith(name)) continue;
    const told = playerTail(slot, rest.slice(name.length), name);
    if (told !== null) return told;
  }
  return playerTail(slot, rest, null);
}

/** `name` given: `tail` is what follows it. Else the name is what stands before the pattern. */
function playerTail(slot: number, tail: string, known: string | null): ServerMessage | null {
  const fits = (match: RegExpExecArray | null): string | null => {
    if (match?.[1] === undefined) return null;
    if (known === null) return match[1];
    return match[1] === '' ? known : null;
  };
  // First of all, for whoever connects is a stranger whose name may look like the other lines.
  const connection = CONNECTED.exec(tail);
  const connected = fits(connection);
  if (connected !== null && connection !== null) {
    const [, , ip = '', port] = connection;
    return { kind: 'connected', slot, name: connected, ip, port: Number(port) };
  }
  // A known name leaves the tail to start at the pattern, so the first anchor counts, not the last.
  const kick = known === null ? KICKED.exec(tail) : firstKick(tail);
  const kicked = fits(kick);
  if (kicked !== null && kick !== null) {
    const guid = kick[2] === '-' ? null : (kick[2] ?? null);
    return { kind: 'kicked', slot, name: kicked, guid, ...kickReason(kick[3] ?? '') };
  }
  const disconnected = fits(DISCONNECTED.exec(tail));
  if (disconnected !== null) return { kind: 'disconnected', slot, name: disconnected };
  const identity = GUID.exec(tail);
  const identified = fits(identity);
  if (identified === null || identity === null) return null;
  const kind = identity[2] === 'Legacy ' ? 'legacy-guid' : 'guid';
  return { kind, slot, name: identified, guid: identity[3] ?? '' };
}

function firstKick(tail: string): RegExpExecArray | null {
  return /^() \(([0-9a-f]{32}|-)\) has been kicked by BattlEye(?:: (.*))?$/s.exec(tail);
}

/** Who kicked and why: 'Admin Kick (reason)', 'Admin Ban (reason)', else BattlEye's own words. */
export function kickReason(text: string): { by: KickedBy; reason: string } {
  const admin = /^Admin (Kick|Ban)(?: \((.*)\))?$/s.exec(text);
  if (admin === null) return { by: 'battleye', reason: text };
  return { by: admin[1] === 'Ban' ? 'admin-ban' : 'admin-kick', reason: admin[2] ?? '' };
}

function adminLine(text: string, known: readonly KnownPlayer[]): ServerMessage | null {
  const login = ADMIN_LOGIN.exec(text);
  if (login !== null) return { kind: 'admin-login', admin: Number(login[1]), ip: login[2] ?? '' };
  const said = ADMIN_SAID.exec(text);
  if (said === null) return null;
  const rest = text.slice(said[0].length);
  const to = longestName(rest, known, ') ') ?? upTo(rest, ') ');
  if (to === null) return null;
  const admin = Number(said[1]);
  const message = rest.slice(to.length + 2);
  return { kind: 'admin-message', admin, to: said[2] === undefined ? null : to, text: message };
}

function otherLine(text: string): ServerMessage | null {
  const verified = VERIFIED.exec(text);
  if (verified !== null) {
    const [, guid = '', slot, name = ''] = verified;
    return { kind: 'verified', slot: Number(slot), name, guid };
  }
  const log = FILTER_LOG.exec(text);
  if (log !== null) {
    const [, filter = '', slot, name = '', guid = '', what = ''] = log;
    return { kind: 'filter-log', filter, slot: Number(slot), name, guid, text: what };
  }
  return BATTLEYE.some((line) => line.test(text)) ? { kind: 'battleye', text } : null;
}

function longestName(text: string, known: readonly KnownPlayer[], end: string): string | null {
  let longest: string | null = null;
  for (const { name } of known) {
    if (name.length > (longest?.length ?? -1) && text.startsWith(name + end)) longest = name;
  }
  return longest;
}

function upTo(text: string, end: string): string | null {
  const at = text.indexOf(end);
  if (at >= 0) return text.slice(0, at);
  // A message without text may have lost its trailing blank.
  return text.endsWith(end.trimEnd()) ? text.slice(0, -end.trimEnd().length) : null;
}
