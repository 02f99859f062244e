import type {
  ConsoleRow,
  FeedRow,
  HistoryRow,
  IdentityRow,
  PresenceRow,
} from '../../domain/rows.ts';
import type { ServerSnapshot } from '../../protocol/servers/fields.ts';
import type { Topic } from '../../protocol/streams.ts';

/** What a server is to a client: everything that its list stream told, but its players. */
export type Listed = Omit<ServerSnapshot, 'players'>;
export type FollowedTopic = Exclude<Topic, 'presence'>;

/** What is held of a stream that was asked for. */
export interface Held {
  position: number;
  floor: number;
  more: boolean;
}

/** All that a client knows of one server, as a tree; rows are made of it when they are asked for. */
export interface KnownServer {
  listed: Listed | null;
  readonly players: Map<string, ServerSnapshot['players'][number]>;
  /** The newest measurement's, of players who were there then. */
  readonly pings: Map<string, number>;
  readonly topics: Map<FollowedTopic, Held>;
  readonly feed: Map<number, Pick<FeedRow, 'at' | 'entry'>>;
  readonly console: Map<number, Pick<ConsoleRow, 'at' | 'line'>>;
  readonly identities: Map<string, Omit<IdentityRow, 'id' | 'server_id'>>;
  readonly histories: Map<HistoryRow['span'], Pick<HistoryRow, 'step' | 'points'>>;
  viewers: PresenceRow['viewers'] | null;
}

export function unknownServer(): KnownServer {
  return {
    listed: null,
    players: new Map(),
    pings: new Map(),
    topics: new Map(),
    feed: new Map(),
    console: new Map(),
    identities: new Map(),
    histories: new Map(),
    viewers: null,
  };
}

/** So many positions of a feed, and of a console, are held: the newest. */
const MOST_HELD = 1_000;

/** A server's population as it is shown: never more players than slots. */
export function shown(population: Listed['population']): Listed['population'] {
  const { players, slots } = population;
  const most = slots ?? Infinity;
  return { ...population, players: players === null ? null : Math.min(players, most) };
}

/** What a snapshot tells: true at its position, unless something newer is known. */
export function takeSnapshot(server: KnownServer, { players, ...told }: ServerSnapshot): void {
  if (server.listed !== null && server.listed.position > told.position) return;
  if (server.listed?.position !== told.position) server.pings.clear();
  server.listed = { ...told, population: shown(told.population) };
  for (const id of server.players.keys()) {
    if (!players.some((player) => player.id === id)) leave(server, id);
  }
  for (const player of players) server.players.set(player.id, player);
}

/** A player comes, or more is known of one who is there. */
export function join(
  server: KnownServer,
  player: ServerSnapshot['players'][number],
  at: number,
): void {
  if (!server.players.has(player.id)) count(server, 1, at);
  server.players.set(player.id, player);
}

/** A player who is there goes. */
export function part(server: KnownServer, id: string, at: number): void {
  if (!server.players.has(id)) return;
  count(server, -1, at);
  leave(server, id);
}

function leave(server: KnownServer, id: string): void {
  server.players.delete(id);
  server.pings.delete(id);
  server.identities.delete(id);
}

function count(server: KnownServer, difference: 1 | -1, at: number): void {
  const { listed } = server;
  if (listed === null || listed.population.players === null) return;
  const players = Math.max(0, listed.population.players + difference);
  listed.population = shown({ ...listed.population, players, observed_at: at });
}

/** A page of entries, oldest first. */
export interface Page<E> {
  readonly position: number;
  readonly entries: readonly { readonly seq: number; readonly at: number; readonly entry: E }[];
  readonly more: boolean;
  readonly older: boolean;
  readonly before?: number | undefined;
}

/** A page of the feed or the console; `keep` says what of an entry is kept. */
export function takePage<E, K>(
  server: KnownServer,
  topic: 'feed' | 'console',
  page: Page<E>,
  keep: (entry: E, at: number) => K,
): void {
  const kept = server[topic] as unknown as Map<number, K>;
  const held = server.topics.get(topic);
  if (page.older) {
    if (held === undefined) return;
    const last = page.entries.at(-1);
    const reach = page.before ?? (last === undefined ? held.floor : last.seq + 1);
    // A hole between the page and what is held would never be seen.
    if (reach < held.floor) return;
  } else {
    if (held !== undefined && held.position > page.position) return;
    kept.clear();
  }
  const position = page.older && held !== undefined ? held.position : page.position;
  const end = page.older && held !== undefined ? held.floor : page.position + 1;
  const told = page.entries.filter(({ seq }) => seq < end);
  const fitting = told.filter(({ seq }) => seq > position - MOST_HELD);
  for (const { seq, at, entry } of fitting) kept.set(seq, keep(entry, at));
  const floor = Math.min(end, ...fitting.map(({ seq }) => seq));
  const left = page.older ? fitting.length < told.length : fitting.length < page.entries.length;
  server.topics.set(topic, { position, floor, more: page.more || left });
}

/** The next position of a feed or console; what is too old to be held goes. */
export function moveOn(server: KnownServer, topic: 'feed' | 'console', held: Held): void {
  held.position += 1;
  while (held.floor <= held.position - MOST_HELD) {
    server[topic].delete(held.floor);
    held.floor += 1;
    held.more = true;
  }
}

/** What a stream told is forgotten; the list takes everything with it. */
export function forget(server: KnownServer, stream: string): void {
  if (stream === 'presence' || stream === 'list') server.viewers = null;
  const whole = stream === 'list';
  for (const topic of server.topics.keys()) {
    if (whole || stream === topic) server.topics.delete(topic);
  }
  if (whole || stream === 'metrics') server.pings.clear();
  if (whole || stream === 'feed-personal') server.identities.clear();
  if (whole || stream === 'feed') server.feed.clear();
  if (whole || stream === 'console') server.console.clear();
  if (!whole) return;
  server.listed = null;
  server.players.clear();
  server.histories.clear();
}
