/** Finds servers and players by what somebody types, in the rows as they stand. */
import { gameName, PLAYER_IDENTIFIER, type PlayerIdentifier } from '../../protocol/enumerations.ts';
import { isSamePlayer } from '../feed/same-player.ts';
import { glanceOf } from '../players/alike.ts';
import type { PlayerRow, ServerRow } from '../rows.ts';
import { namesOf, serverName } from '../servers/server-name.ts';
import type { Rows } from '../state.ts';
import { TopK } from './top-k.ts';
import { fold, match, scoreOf, scoreWord, wordsOf, type Range } from './match.ts';

export interface SearchQuestion {
  readonly text: string;
  /** How many of each at most; 0 leaves a kind out. */
  readonly servers: number;
  readonly players: number;
  /** Players of this server alone. */
  readonly server_id?: string;
  /** Ids of servers that come before others of the same fit, and first where nothing is typed. */
  readonly recent: readonly string[];
  /** Whom the host knows by what is typed: rows tell identifiers of those servers alone that are looked at. */
  readonly identified?: readonly Identified[];
}

/** A player's identifier that begins as typed. */
export interface Identified {
  /** The play session. */
  readonly player: string;
  readonly id: PlayerIdentifier;
  readonly value: string;
}

export interface ServerHit {
  readonly server: ServerRow;
  readonly score: number;
  /** In what it is called. */
  readonly ranges: readonly Range[];
  /** Where words were found that neither its name nor the game has; null: nowhere. */
  readonly beside: Beside | null;
}

/** What stands beside a server's name, with what of it was looked for. */
export interface Beside {
  readonly what: 'identifier' | 'map' | 'id';
  readonly text: string;
  readonly ranges: readonly Range[];
}

export interface PlayerHit {
  readonly player: PlayerRow;
  readonly server: ServerRow;
  readonly score: number;
  /** In the name. */
  readonly ranges: readonly Range[];
  /** The id that what was typed is a part of; null where the name alone says it. */
  readonly by: { readonly id: PlayerId; readonly value: string } | null;
  /** Others on the server are called much like them. */
  readonly alike: boolean;
}

export interface SearchAnswer {
  readonly servers: readonly ServerHit[];
  readonly players: readonly PlayerHit[];
  /** How many there are in all. */
  readonly found: { readonly servers: number; readonly players: number };
}

export type PlayerId = 'id' | 'muster_id' | PlayerIdentifier;

/** A part of an id that is shorter says nothing. */
const ID_LENGTH = 4;
const BY_ID = 75;
/** A word that stands beside the name: the game and the map of a server, the server of a player. */
const BESIDE = 30;
const RECENT_BONUS = 8;

/** Servers and players that fit, best first. Without words: recent servers, then the others by name. */
export function search(rows: Rows, question: SearchQuestion): SearchAnswer {
  const words = wordsOf(question.text);
  const servers = findServers(rows, question, words);
  const players = findPlayers(rows, question, words);
  return {
    servers: servers.take().map(({ server, score }) => ({
      server,
      score,
      ranges: rangesOf(serverName(server.configuration), words),
      beside: besideOf(server, words),
    })),
    players: players.take().map((hit) => ({
      ...hit,
      ranges: rangesOf(hit.player.name, words),
      alike: hasNamesakes(rows, hit),
    })),
    found: { servers: servers.count, players: players.count },
  };
}

interface FoundServer {
  readonly server: ServerRow;
  readonly score: number;
  readonly name: string;
}

function findServers(
  rows: Rows,
  { servers: limit, recent }: SearchQuestion,
  words: readonly string[],
): TopK<FoundServer> {
  const best = new TopK<FoundServer>(limit, byScore);
  if (limit === 0) return best;
  const bonus = new Map(recent.map((id, index) => [id, RECENT_BONUS - index / recent.length]));
  for (const server of rows.servers.values()) {
    const name = fold(serverName(server.configuration));
    const score =
      scoreBeside(name, words, 0, () => fold(besideTexts(server).join(' '))) ??
      idOf(server.id, words);
    if (score !== null) best.add({ server, score: score + (bonus.get(server.id) ?? 0), name });
  }
  return best;
}

interface FoundPlayer {
  readonly player: PlayerRow;
  readonly server: ServerRow;
  readonly score: number;
  readonly name: string;
  readonly by: PlayerHit['by'];
}

function findPlayers(
  rows: Rows,
  { players: limit, server_id, identified = [] }: SearchQuestion,
  words: readonly string[],
): TopK<FoundPlayer> {
  const best = new TopK<FoundPlayer>(limit, byScore);
  if (limit === 0 || (words.length === 0 && server_id === undefined)) return best;
  const [only] = words;
  const id = words.length === 1 && only !== undefined && only.length >= ID_LENGTH ? only : null;
  const told = new Map(identified.map(({ player, ...by }) => [player, by]));
  const owners = server_id === undefined ? rows.owned.players.keys() : [server_id];
  for (const owner of owners) {
    const server = rows.servers.get(owner);
    if (server === undefined) continue;
    const beside = fold(namesOf(server.configuration));
    for (const key of rows.owned.players.get(owner) ?? []) {
      const player = rows.players.get(key);
      if (player === undefined) continue;
      const name = fold(player.name);
      const by = id === null ? null : (playerId(rows, player, id) ?? told.get(player.id) ?? null);
      const score = by === null ? scoreBeside(name, words, 1, () => beside) : BY_ID;
      if (score !== null) best.add({ player, server, score, name, by });
    }
  }
  return best;
}

function hasNamesakes(rows: Rows, { player, server }: FoundPlayer): boolean {
  const glance = glanceOf(player.name);
  for (const key of rows.owned.players.get(server.id) ?? []) {
    const other = rows.players.get(key);
    if (other === undefined || isSamePlayer(other, player)) continue;
    if (glanceOf(other.name) === glance) return player.name !== '';
  }
  return false;
}

function playerId(rows: Rows, player: PlayerRow, text: string): PlayerHit['by'] {
  if (player.id.startsWith(text)) return { id: 'id', value: player.id };
  if (player.muster_id?.startsWith(text) === true) {
    return { id: 'muster_id', value: player.muster_id };
  }
  const identity = rows.identities.get(player.id);
  if (identity === undefined) return null;
  for (const id of PLAYER_IDENTIFIER) {
    const value = identity[id];
    if (value !== null && value.toLowerCase().startsWith(text)) return { id, value };
  }
  return null;
}

/** Words may stand beside the name, but at least so many of them are in it. */
function scoreBeside(
  name: string,
  words: readonly string[],
  least: number,
  beside: () => string,
): number | null {
  const score = scoreOf(name, words);
  if (score !== null || words.length === 0) return score;
  const rest: string[] = [];
  let sum = 0;
  for (const word of words) {
    const one = scoreWord(name, word);
    if (one === null) rest.push(word);
    else sum += one;
  }
  if (words.length - rest.length < least) return null;
  const around = beside();
  const all = rest.every((word) => startsAmong(around, word));
  return all ? (sum + BESIDE * rest.length) / words.length : null;
}

/** Game, map, and the identifier of one that is called otherwise. */
function besideTexts({ configuration, environment }: ServerRow): readonly [string, string, string] {
  const { game, name, identifier } = configuration;
  return [gameName(game), environment.map ?? '', name === undefined ? '' : identifier];
}

function besideOf(server: ServerRow, words: readonly string[]): Beside | null {
  const name = fold(serverName(server.configuration));
  const rest = words.filter((word) => scoreWord(name, word) === null);
  if (rest.length === 0) return null;
  const [game, map, short] = besideTexts(server);
  const inShort = rest.filter((word) => startsAmong(fold(short), word));
  if (inShort.length > 0) {
    return { what: 'identifier', text: short, ranges: rangesOf(short, inShort) };
  }
  const inMap = rest.filter((word) => startsAmong(fold(map), word));
  if (inMap.length > 0) return { what: 'map', text: map, ranges: rangesOf(map, inMap) };
  if (rest.some((word) => startsAmong(fold(game), word))) return null;
  return { what: 'id', text: server.id, ranges: rangesOf(server.id, rest) };
}

/** Whether one of a folded text's words begins so. */
function startsAmong(folded: string, word: string): boolean {
  return folded.split(/\s+/).some((one) => one.startsWith(word));
}

function idOf(id: string, words: readonly string[]): number | null {
  const [only] = words;
  const given = words.length === 1 && only !== undefined && only.length >= ID_LENGTH;
  return given && id.startsWith(only) ? BY_ID : null;
}

function rangesOf(text: string, words: readonly string[]): readonly Range[] {
  const here = words.filter((word) => scoreWord(fold(text), word) !== null);
  return match(text, here)?.ranges ?? [];
}

interface Ranked {
  readonly score: number;
  readonly name: string;
}

function byScore(a: Ranked, b: Ranked): number {
  return b.score - a.score || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}
