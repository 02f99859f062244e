/**
 * Lines of Rust's console, from text to meaning. Names hold anything, so that each line is taken from the
 * side that the server alone writes: joins from their end, deaths from the players known to be there.
 * A line that names a known player as they are known is about them, whatever that name looks like; then
 * chat is told by its mark, for its text can imitate every other line.
 */
import type { Position } from '../contract.ts';

/** A player as a line names them. */
export interface LinePlayer {
  readonly name: string;
  readonly steamId: string;
}

/** A player on the server. A line that claims their SteamID from another address is a forgery. */
export interface KnownPlayer extends LinePlayer {
  readonly ip: string | null;
  readonly port: number | null;
}

export type ConsoleLine =
  | (LinePlayer & {
      readonly kind: 'joined';
      readonly ip: string;
      /** null in the second line of a join, whose port is another. */
      readonly port: number | null;
    })
  | (LinePlayer & { readonly kind: 'spawned' })
  | (LinePlayer & {
      readonly kind: 'disconnecting';
      readonly ip: string;
      readonly port: number;
      readonly reason: string;
    })
  | (LinePlayer & {
      readonly kind: 'death';
      /** The player who did it; null where it was none. */
      readonly killer: LinePlayer | null;
      /** What the game calls the cause, where no player did it. */
      readonly cause: string;
      readonly suicide: boolean;
      readonly position: Position | null;
    })
  | (LinePlayer & { readonly kind: 'eac-kick'; readonly reason: string })
  /** The console's copy of a chat message, which comes as a frame of its own too. */
  | { readonly kind: 'chat' }
  | { readonly kind: 'known'; readonly what: KnownLine }
  | { readonly kind: 'unexplained' };

/** Lines without a fact in them, by what they are about. */
export type KnownLine = (typeof KNOWN)[number][0];

const ADDRESSED = /^(\d+\.\d+\.\d+\.\d+):(\d+)\/(\d{17})\//;
const JOINED = / joined \[\w+\/(\d{17})\]$/;
const JOINED_FROM = /^(.*) with steamid (\d{17}) joined from ip (\d+\.\d+\.\d+\.\d+):\d+$/s;
const DISCONNECTING = ' disconnecting: ';
const CHAT = /^\[(?:TEAM |CLAN |LOCAL |CARDS )?CHAT\] .*\[(?:\d+\/)?\d{17}\] : /s;
const NAMED = /^(.*?)\[(?:\d+\/)?(\d{17})\](?= (?:was |died ))/s;
const DEATH = /^ (?:was (killed|suicide) by (.+)|died \((.+)\))$/s;
const PLACE = / at \((-?\d+(?:\.\d+)?), (-?\d+(?:\.\d+)?), (-?\d+(?:\.\d+)?)\)$/;
const KILLER = /^(.*)\[(?:\d+\/)?(\d+)\]$/s;
const PREFAB = / \((?:entity|world|npc)\)$/;
const SPAWNED = /^ has (?:spawned|entered the game)$/;
const STRANGER_SPAWNED = /^(.*)\[(?:\d+\/)?(\d{17})\] has (?:spawned|entered the game)$/s;
const EAC_KICK = /^\[EAC\] Kicking (\d{17}) \/ /;

const KNOWN = [
  ['empty', /^\s*$/],
  ['auth-level', /^\d+\.\d+\.\d+\.\d+:\d+\/\d{17}\/.* has auth level \d+$/s],
  ['better-chat', /^\[Better ?Chat\] /],
  ['event', /^\[event\] /],
  ['entity-command', /^\[ENTCMD\] /],
  ['anti-cheat', /^\[(?:EAC|AntiHack)\] /i],
  ['invalid-position', /^Invalid Position: /],
  ['save', /^(?:Saved [\d,.]+ ents|Saving complete|Saving$|Invalidate Network Cache took )/],
  ['navigation-mesh', /^\[RustNav\] /],
  ['configuration', /^(?:Config Saved|Server (?:Config|Identity) )/],
  ['start', /^(?:Server startup complete|Spawning \d+ entities|SteamServer |Generating )/],
  ['shutdown', /^(?:Restarting in \d+ seconds|Server Shutting Down)/],
  ['steam', /^Checking for new Steam Item Definitions/],
  ['plugins', /^(?:Calling '|Loaded plugin |Unloaded plugin |\[Oxide\] |\[CSharp\] )/],
  ['remote-control', /^(?:RCON: |\[rcon\] )/i],
  ['kick', /^(?:Kicked: |Kickbanned User|Banned User: |Unbanned User: |Player not found$)/],
] as const;

/** The meaning of one line. `known` are the players on the server now, in any order. */
export function parseConsoleLine(text: string, known: readonly KnownPlayer[]): ConsoleLine {
  const line = text.trimEnd();
  return (
    knownStart(line, known) ??
    joinedFrom(line, known) ??
    eacKick(line, known) ??
    (CHAT.test(text) ? { kind: 'chat' } : null) ??
    addressed(line, known) ??
    joinedFrom(line, null) ??
    spawned(line) ??
    plain(line) ??
    eacKick(line, null) ??
    about(line) ?? { kind: 'unexplained' }
  );
}

/** What the server or a plugin begins with a mark of its own quotes what people write. */
function plain(line: string): ConsoleLine | null {
  const found =
    eacKicked(line) !== null ? undefined : KNOWN.find(([, pattern]) => pattern.test(line));
  return found === undefined ? null : { kind: 'known', what: found[0] };
}

function spawned(line: string): ConsoleLine | null {
  const match = STRANGER_SPAWNED.exec(line);
  if (match === null) return null;
  const [, name = '', steamId = ''] = match;
  return { kind: 'spawned', name, steamId };
}

/** A line that begins with a name and SteamID as they are known, and goes on as such lines do. */
function knownStart(line: string, known: readonly KnownPlayer[]): ConsoleLine | null {
  for (const { name, steamId } of known) {
    if (!line.startsWith(`${name}[`)) continue;
    const after = line.slice(name.length);
    const id = /^\[(?:\d+\/)?(\d{17})\]/.exec(after);
    if (id?.[1] !== steamId || JOINED_FROM.test(line)) continue;
    const told = tail({ name, steamId }, after.slice(id[0].length));
    if (told !== null) return told;
  }
  return null;
}

/** Somebody who is not known: the first SteamID that is followed by a verb ends the name. */
function about(line: string): ConsoleLine | null {
  const match = NAMED.exec(line);
  if (match?.[1] === undefined || match[2] === undefined) return null;
  return tail({ name: match[1], steamId: match[2] }, line.slice(match[0].length));
}

function tail(player: LinePlayer, rest: string): ConsoleLine | null {
  if (SPAWNED.test(rest)) return { kind: 'spawned', ...player };
  const death = DEATH.exec(rest);
  if (death === null) return null;
  const by = death[2] ?? death[3] ?? '';
  const place = PLACE.exec(by);
  const [, x = 0, height = 0, z = 0] = place?.map(Number) ?? [];
  const position = place === null ? null : { x, y: z, height };
  const what = (place === null ? by : by.slice(0, place.index)).replace(PREFAB, '');
  const named = death[1] === 'killed' ? KILLER.exec(what) : null;
  const [, name = '', steamId = ''] = named ?? [];
  const killer = /^\d{17}$/.test(steamId) ? { name, steamId } : null;
  const cause = named === null ? what.replace(/!$/, '') : name;
  return { kind: 'death', ...player, killer, cause, suicide: death[1] === 'suicide', position };
}

/** 'ip:port/steamid/name …'. Names can begin so too, but nobody knows another's address and port. */
function addressed(line: string, known: readonly KnownPlayer[]): ConsoleLine | null {
  const start = ADDRESSED.exec(line);
  if (start === null) return null;
  const [, ip = '', port, steamId = ''] = start;
  const rest = line.slice(start[0].length);
  const joined = JOINED.exec(rest);
  if (joined !== null) {
    const name = rest.slice(0, joined.index);
    return { kind: 'joined', name, steamId, ip, port: Number(port) };
  }
  const player = known.find((one) => one.steamId === steamId);
  if (player !== undefined && !isFrom(player, ip, Number(port))) return null;
  const told = player !== undefined && rest.startsWith(player.name + DISCONNECTING);
  const at = told ? player.name.length : rest.indexOf(DISCONNECTING);
  if (at < 0) return null;
  const reason = rest.slice(at + DISCONNECTING.length);
  const leaver = { name: rest.slice(0, at), steamId };
  return { kind: 'disconnecting', ...leaver, ip, port: Number(port), reason };
}

function isFrom({ ip, port }: KnownPlayer, lineIp: string, linePort: number): boolean {
  return (ip === null || ip === lineIp) && (port === null || port === linePort);
}

/** The second line of a join. `known` null: of anybody, else of somebody by the name that they have. */
function joinedFrom(line: string, known: readonly KnownPlayer[] | null): ConsoleLine | null {
  const match = JOINED_FROM.exec(line);
  if (match === null) return null;
  const [, name = '', steamId = '', ip = ''] = match;
  const fits = known?.some((player) => player.steamId === steamId && player.name === name) ?? true;
  return fits ? { kind: 'joined', name, steamId, ip, port: null } : null;
}

function eacKicked(line: string): RegExpExecArray | null {
  const match = EAC_KICK.exec(line);
  const reasoned = line.endsWith(')') && line.indexOf(' (', match?.[0].length) >= 0;
  return reasoned ? match : null;
}

/** 'NAME (reason)', where both may hold parentheses. `known` null: of anybody, by the shortest name. */
function eacKick(line: string, known: readonly KnownPlayer[] | null): ConsoleLine | null {
  const match = eacKicked(line);
  if (match?.[1] === undefined) return null;
  const [, steamId] = match;
  const rest = line.slice(match[0].length);
  const player = known?.find((one) => one.steamId === steamId && rest.startsWith(`${one.name} (`));
  if (known !== null && player === undefined) return null;
  const name = player?.name ?? rest.slice(0, rest.indexOf(' ('));
  return { kind: 'eac-kick', name, steamId, reason: rest.slice(name.length + 2, -1) };
}
