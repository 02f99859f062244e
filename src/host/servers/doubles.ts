/** A server whose connector says what a test wants it to, and who may be on it. */
import { GAME, type Game } from '../../protocol/enumerations.ts';
import type { EventData } from '../../protocol/events.ts';
import type { ServerSnapshot } from '../../protocol/servers/fields.ts';
import type { GameConnector, GameFact, SeenPlayer } from '../connectors/contract.ts';
import { identityKey } from '../players/identities.ts';
import type { OpenSession } from '../players/play-session.ts';
import { newServer } from './add.ts';
import { LiveServer } from './live-server.ts';
import { ServerRuntime } from './server-runtime.ts';

export const id = '5'.repeat(24);
export const GUID = 'f'.repeat(32);
export const MUSTER = 'd'.repeat(24);

const snapshot: ServerSnapshot = {
  id,
  position: 7,
  configuration: {
    identifier: 'Chernarus',
    game: GAME.DAYZ,
    timezone: 'UTC',
    restricted: false,
    created_at: 0,
    deleting: null,
    actions: [],
    tags: [],
  },
  ...newServer(0),
  players: [],
};

/** A server of a game that nobody has connected to. */
export function snapshotOf(game: Game): ServerSnapshot {
  return { ...snapshot, configuration: { ...snapshot.configuration, game } };
}

type Untimed = GameFact extends infer F ? (F extends unknown ? Omit<F, 'at'> : never) : never;

/** A server whose connector says what a test wants it to. */
export function serverWith(open: readonly OpenSession[] = []) {
  const players = open.map(({ left_at: _none, ...session }: OpenSession & { left_at?: null }) => ({
    id: session.id,
    muster_id: session.muster_id,
    name: session.name,
    joined_at: session.joined_at,
    joined_before: session.joined_before,
    verified: session.verified,
    lobby: session.lobby,
  }));
  const live = new LiveServer({ ...snapshot, players }, open);
  let hear: (fact: GameFact) => void = () => undefined;
  const connector: Omit<GameConnector, 'target'> = {
    start: () => undefined,
    stop: async () => undefined,
    run: async () => ({ ok: true, answer: '' }),
    roster: () => [],
  };
  const runtime = new ServerRuntime(
    { live, targetVersion: 1, tick: 0, epoch: 1, clock: () => 0 },
    (onFact) => {
      hear = onFact;
      return connector as GameConnector;
    },
    { onWaiting: () => undefined, onLost: () => undefined },
  );
  runtime.start();
  let made = 0;
  const newId = () => (made += 1).toString(16).padStart(24, '0');
  return {
    live,
    runtime,
    hear: (fact: GameFact) => hear(fact),
    /** Folds facts, one moment after the other, and answers what is told of them. */
    tell(facts: readonly Untimed[], { at = 1_000, watched = false } = {}) {
      for (const fact of facts) hear({ at, ...fact } as GameFact);
      const identity = identityKey({ kind: 'battleye', value: GUID });
      const players = new Map([[identity, MUSTER]]);
      const tick = runtime.nextTick({ newId, players }, watched);
      if (tick !== null) runtime.written();
      return { events: tick?.events ?? [], sessions: tick?.sessions ?? [] };
    },
  };
}

export const player = (over: Partial<SeenPlayer> = {}): SeenPlayer => ({
  key: '1',
  name: 'Ada',
  guid: null,
  steamId: null,
  bohemiaId: null,
  verified: false,
  lobby: false,
  ping: null,
  ip: '192.0.2.1',
  port: 2304,
  ...over,
});
export const openSession = (over: Partial<OpenSession> = {}): OpenSession => ({
  id: 'e'.repeat(24),
  server_id: id,
  muster_id: MUSTER,
  name: 'Ada',
  joined_at: 5,
  joined_before: false,
  verified: true,
  lobby: false,
  guid: GUID,
  steam_id: null,
  bohemia_id: null,
  position: null,
  ip: '192.0.2.1',
  port: 2304,
  ...over,
});
export const names = (events: readonly { event: string; data: unknown }[]) =>
  events.map(({ event, data }) => {
    if (event !== 'server:feed') return event;
    return (data as EventData<'server:feed'>).entry.kind;
  });
