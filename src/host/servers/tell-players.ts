/** Facts about people as events: who came, who went, who said what. */
import { identitiesOf, identityKey } from '../players/identities.ts';
import type { GameFact, SeenHarm, SeenPlayer } from '../connectors/contract.ts';
import type { FeedEntry } from '../../protocol/feed/fields.ts';
import { processStart } from '../../domain/servers/uptime.ts';
import {
  NOBODY,
  playerName,
  presentPlayerOf,
  sameStay,
  withSeen,
  type OpenSession,
} from '../players/play-session.ts';
import { differs, type LiveServer } from './live-server.ts';

type Of<K extends GameFact['kind']> = Extract<GameFact, { kind: K }>;

/** What telling needs beside the facts. */
export interface TellContext {
  readonly newId: () => string;
  /** The players behind identities, by `identityKey`. */
  readonly players: ReadonlyMap<string, string>;
}

/** The start of a process is estimated to within this, ms. */
const BEGAN_WITHIN = 10_000;
/** Who is found by a list and came at most so long before it is told as if they came with it, ms. */
const FOUND_WITHIN = 180_000;

type FeedPlayer = Extract<FeedEntry, { kind: 'join' }>['player'];
type Harm = Extract<FeedEntry, { kind: 'hit' }>['by'];

export function tellJoin(server: LiveServer, fact: Of<'join'>, context: TellContext): void {
  const { at, player, seen } = fact;
  const began = processBegan(server);
  const known =
    seen === 'resync'
      ? server.orphans.find((open) => open.joined_at >= began && sameStay(open, player))
      : undefined;
  if (known !== undefined) {
    server.orphans = server.orphans.filter((open) => open !== known);
    server.sessions.set(player.key, known);
    tellChange(server, known, player, at, context);
    return;
  }
  const session = withSeen(
    newSession(server, fact, context.newId()),
    player,
    musterId(player, context),
  );
  server.sessions.set(player.key, session);
  server.keep(session, null);
  tellCreate(server, session, at);
  tellPersonal(server, session, at);
  const found = seen === 'resync';
  if (found && server.logs.takesJoin(session.name)) return;
  server.feed({ kind: 'join', player: feedPlayer(session), found }, at);
}

export function tellPlayerChanged(
  server: LiveServer,
  fact: Of<'player-changed'>,
  context: TellContext,
): void {
  const session = server.sessionOf(fact.player);
  if (session !== undefined) tellChange(server, session, fact.player, fact.at, context);
}

export function tellLeave(server: LiveServer, fact: Of<'leave'>): void {
  const session = server.sessionOf(fact.player);
  if (session === undefined) return;
  server.sessions.delete(fact.player.key);
  endSession(server, session, fact.at, fact.seen === 'resync');
}

/** A player list was read: whoever of an earlier process's sessions is not in the first one has left. */
export function tellListRead(server: LiveServer, at: number): void {
  for (const session of server.orphans) endSession(server, session, at, true);
  server.orphans = [];
  server.logs.listRead();
  server.knownAt = at;
}

export function tellKick(server: LiveServer, fact: Of<'kick'>, context: TellContext): void {
  const { at, by, reason } = fact;
  const player = nobodyOr(server.sessionOf(fact.player), fact.name, fact.guid, context);
  server.feed({ kind: 'kick', player, by, reason }, at);
}

export function tellChat(server: LiveServer, fact: Of<'chat'>, context: TellContext): void {
  const { at, channel, text } = fact;
  const player = nobodyOr(server.sessionOf(fact.player), fact.name, null, context);
  server.feed({ kind: 'chat', player, channel, text }, at);
}

export function tellDeath(server: LiveServer, fact: Of<'death'>, context: TellContext): void {
  const { at, by } = fact;
  const player = nobodyOr(server.sessionOf(fact.player), fact.name, null, context);
  server.feed({ kind: 'death', player, by: by === null ? null : harm(server, by, context) }, at);
  tellPosition(server, fact);
}

export function tellHit(server: LiveServer, fact: Of<'hit'>, context: TellContext): void {
  const { at, zone, damage } = fact;
  const player = nobodyOr(server.sessionOf(fact.player), fact.name, null, context);
  server.feed({ kind: 'hit', player, by: harm(server, fact.by, context), zone, damage }, at);
  tellPosition(server, fact);
}

/** Where a player is, for those who may see addresses. */
export function tellPosition(
  server: LiveServer,
  { at, player, position }: Pick<Of<'death'>, 'at' | 'player' | 'position'>,
): void {
  const session = server.sessionOf(player);
  if (player === null || session === undefined || position === null) return;
  const { x, y, height } = position;
  const after = { ...session, position: { x, y, height, at } };
  server.sessions.set(player.key, after);
  server.keep(after, null);
  tellPersonal(server, after, at);
}

/** The earliest moment at which somebody on the server can have come: its process began then, as far as is known. */
function processBegan({ row }: LiveServer): number {
  const start = processStart(row.environment);
  return start === null ? 0 : start - BEGAN_WITHIN;
}

function harm(server: LiveServer, by: SeenHarm, context: TellContext): Harm {
  const { name, isPlayer, weapon, distance } = by;
  const player = isPlayer ? nobodyOr(server.sessionOf(by.player), name, null, context) : null;
  return { player, cause: isPlayer ? '' : name, weapon, distance };
}

/** How the feed names a play session. */
export function feedPlayer({ id, muster_id, name }: OpenSession): FeedPlayer {
  return { id, muster_id, name };
}

function tellChange(
  server: LiveServer,
  before: OpenSession,
  player: SeenPlayer,
  at: number,
  context: TellContext,
): void {
  const after = withSeen(before, player, musterId(player, context, before.muster_id));
  server.sessions.set(player.key, after);
  const visible = differs(before, after, presentPlayerOf);
  const personal = differs(before, after, ({ ip, guid, steam_id, bohemia_id }) => [
    ip,
    guid,
    steam_id,
    bohemia_id,
  ]);
  if (visible || personal || before.port !== after.port) server.keep(after, null);
  if (visible) tellCreate(server, after, at);
  if (personal) tellPersonal(server, after, at);
}

/** These players are another person: whoever of them is on the server is told again, as who they are. */
export function tellPersons(server: LiveServer, ids: ReadonlySet<string>, at: number): void {
  for (const session of [...server.sessions.values(), ...server.orphans]) {
    if (ids.has(session.muster_id ?? '')) tellCreate(server, session, at);
  }
}

/** These players are erased: whoever of them is on the server is nobody, until the game tells more of them. */
export function tellErased(server: LiveServer, ids: ReadonlySet<string>, at: number): void {
  changeSessions(server, (session) => {
    if (!ids.has(session.muster_id ?? '')) return session;
    const after = { ...session, ...NOBODY };
    tellCreate(server, after, at);
    tellPersonal(server, after, at);
    return after;
  });
}

function changeSessions(server: LiveServer, next: (session: OpenSession) => OpenSession): void {
  const changed = (session: OpenSession): OpenSession => {
    const after = next(session);
    if (after !== session) server.keep(after, null);
    return after;
  };
  for (const [key, session] of server.sessions) server.sessions.set(key, changed(session));
  server.orphans = server.orphans.map(changed);
}

function endSession(server: LiveServer, session: OpenSession, at: number, found: boolean): void {
  server.keep(session, at);
  server.tell(
    'list',
    'gsm:player:destruct',
    { server: { id: server.id }, player: { id: session.id } },
    at,
  );
  if (found && server.logs.takesLeave(session.name)) return;
  server.feed({ kind: 'leave', player: feedPlayer(session), found }, at);
}

function tellCreate(server: LiveServer, session: OpenSession, at: number): void {
  const data = { server: { id: server.id }, player: presentPlayerOf(session) };
  server.tell('list', 'gsm:player:create', data, at);
}

function tellPersonal(server: LiveServer, session: OpenSession, at: number): void {
  const { id, ip, guid, steam_id, bohemia_id, position } = session;
  const about = { ip, guid, steam_id, bohemia_id, position };
  const entry = { kind: 'personal', player: id, ...about } as const;
  server.tell('feed-personal', 'server:feed', { server_id: server.id, at, entry }, at);
}

function newSession(server: LiveServer, { at, player, seen }: Of<'join'>, id: string): OpenSession {
  // Nobody who is new now was there when it was last known who was.
  const earliest = Math.max(processBegan(server), server.unheardSince ?? server.knownAt);
  return {
    id,
    server_id: server.id,
    ...NOBODY,
    name: playerName(player.name),
    joined_at: at,
    joined_before: seen === 'resync' && at - earliest > FOUND_WITHIN,
    verified: player.verified,
    lobby: player.lobby,
  };
}

/** The player of somebody: whom the stay is of already, where an identity is that player's, else the first one's. */
function musterId(
  player: Pick<SeenPlayer, 'guid' | 'steamId' | 'bohemiaId'>,
  { players }: TellContext,
  before: string | null = null,
): string | null {
  const known = identitiesOf(player).flatMap(
    (identity) => players.get(identityKey(identity)) ?? [],
  );
  return known.find((id) => id === before) ?? known[0] ?? null;
}

function nobodyOr(
  session: OpenSession | undefined,
  name: string,
  guid: string | null,
  context: TellContext,
): FeedPlayer {
  if (session !== undefined) return feedPlayer(session);
  return {
    id: null,
    muster_id: musterId({ guid, steamId: null, bohemiaId: null }, context),
    name: playerName(name),
  };
}
