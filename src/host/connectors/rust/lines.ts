/**
 * Lines of Rust's console, from text to meaning. Names hold anything, so that each line is taken from the
 * side that the server alone writes: joins from their end, deaths from the players known to be there.
 * Chat is told by its mark before anything else, for its text can imitate every other line; but a line
 * that begins with a known player's name and SteamID is none, whatever that name looks like.
 */
import type { Position } from '../contract.ts';

/** A player as a line names them. */
export interface LinePlayer {
  readonly name: string;
  readonly steamId: string;
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
const NAMED = /^(.*?)\[(?:\d+\/)?(\d{17})\](?= (?:was |died |has ))/s;
const DEATH = /^ (?:was (killed|suicide) by (.+)|died \((.+)\))$/s;
const PLACE = / at \((-?\d+(?:\.\d+)?), (-?\d+(?:\.\d+)?), (-?\d+(?:\.\d+)?)\)$/;
const KILLER = /^(.*)\[(?:\d+\/)?(\d+)\]$/s;
const PREFAB = / \((?:entity|world|npc)\)$/;
const SPAWNED = /^ has (?:spawned|entered the game)$/;
const EAC_KICK = /^\[EAC\] Kicking (\d{17}) \/ (?=.* \(.*\)$)/s;

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
export function parseConsoleLine(text: string, known: readonly LinePlayer[]): ConsoleLine {
  const line = text.trimEnd();
  const start = knownStart(line, known);
  if (start === null && CHAT.test(text)) return { kind: 'chat' };
  return (
    addressed(line, known) ??
    joinedFrom(line) ??
    (start === null ? null : tail(start.player, start.rest)) ??
    about(line) ??
    eacKick(line, known) ??
    plain(line)
  );
}

/** The names on which KNOWN decides are not the players': such a line says nothing about anybody. */
function plain(line: string): ConsoleLine {
  const found = KNOWN.find(([, pattern]) => pattern.test(line));
  return found === undefined ? { kind: 'unexplained' } : { kind: 'known', what: found[0] };
}

/** Whose name and SteamID, as they are known, a line begins with, and what follows them. */
function knownStart(
  line: string,
  known: readonly LinePlayer[],
): { readonly player: LinePlayer; readonly rest: string } | null {
  for (const { name, steamId } of known) {
    if (!line.startsWith(`${name}[`)) continue;
    const after = line.slice(name.length);
    const id = /^\[(?:\d+\/)?(\d{17})\]/.exec(after);
    if (id?.[1] !== steamId) continue;
    return { player: { name, steamId }, rest: after.slice(id[0].length) };
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

/** 'ip:port/steamid/name …': only the server writes such a beginning. */
function addressed(line: string, known: readonly LinePlayer[]): ConsoleLine | null {
  const start = ADDRESSED.exec(line);
  if (start === null) return null;
  const [, ip = '', port, steamId = ''] = start;
  const rest = line.slice(start[0].length);
  const joined = JOINED.exec(rest);
  if (joined !== null) {
    const name = rest.slice(0, joined.index);
    return { kind: 'joined', name, steamId, ip, port: Number(port) };
  }
  const name = known.find((player) => player.steamId === steamId)?.name;
  const told = name !== undefined && rest.startsWith(name + DISCONNECTING);
  const at = told ? name.length : rest.indexOf(DISCONNECTING);
  if (at < 0) return null;
  const reason = rest.slice(at + DISCONNECTING.length);
  const leaver = { name: rest.slice(0, at), steamId };
  return { kind: 'disconnecting', ...leaver, ip, port: Number(port), reason };
}

function joinedFrom(line: string): ConsoleLine | null {
  const match = JOINED_FROM.exec(line);
  if (match === null) return null;
  const [, name = '', steamId = '', ip = ''] = match;
  return { kind: 'joined', name, steamId, ip, port: null };
}

/** 'NAME (reason)', where both may hold parentheses: the name as it is known, else the shortest. */
function eacKick(line: string, known: readonly LinePlayer[]): ConsoleLine | null {
  const match = EAC_KICK.exec(line);
  if (match?.[1] === undefined) return null;
  const [, steamId] = match;
  const rest = line.slice(match[0].length);
  const name = known.find((player) => player.steamId === steamId)?.name;
  const told = name !== undefined && rest.startsWith(`${name} (`);
  const at = told ? name.length : rest.indexOf(' (');
  return { kind: 'eac-kick', name: rest.slice(0, at), steamId, reason: rest.slice(at + 2, -1) };
}
