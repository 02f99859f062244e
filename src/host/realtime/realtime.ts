/** The realtime side of a host process, wired: listener, hub, watches, sockets. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from '../logger.ts';
import {
  grantedBanLists,
  grantedBuckets,
  grantedGroups,
  grantedServers,
} from '../access/grants.ts';
import { Watches } from './watches.ts';
import type { Database, DatabaseConnection } from '../store/database.ts';
import { mayEnter } from '../identity/sessions.ts';
import { heardServers } from '../access/display-scope.ts';
import type { Granted } from './access.ts';
import { encodeMoment } from './frame.ts';
import { Hub } from './hub.ts';
import { startListener } from './listener.ts';
import { notify } from './log.ts';
import type { Owner } from '../../protocol/resources/resource.ts';
import type { RealtimeMetrics } from './metrics.ts';
import type { Control, NoticedEvent } from './notice.ts';
import { Sockets, type SocketSession } from './sockets.ts';
import { databaseLog } from './stream-log.ts';

/** What is written down of the displays that are connected. */
export interface DisplaySigns {
  /** A display lives. Answers when to look next, null where it may not be there any more. */
  lives(displayId: string, now: number): Promise<number | null>;
  /** It went. */
  gone(displayId: string, now: number): Promise<void>;
  /** Resolves when everything is written. */
  idle(): Promise<void>;
}

export interface RealtimeDeps {
  readonly db: Database;
  /** For the connection that listens. */
  readonly connection: DatabaseConnection;
  /** This process among the hosts of the database: 24 hexadecimal characters. */
  readonly hostId: string;
  /** What `ack` says of this host. */
  readonly build: string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly log: Logger;
  readonly metrics: RealtimeMetrics;
  readonly authenticate: (request: IncomingMessage) => Promise<SocketSession | null>;
  readonly originAllowed: (request: IncomingMessage) => boolean;
  /** What a request counts as where sockets are counted by address; null where its socket is gone. */
  readonly addressOf: (request: IncomingMessage) => string | null;
  readonly displays: DisplaySigns;
}

export interface Realtime {
  readonly hub: Hub;
  readonly watches: Watches;
  readonly sockets: Sockets;
  /** The PostgreSQL backend that listens; null while there is none. */
  readonly backend: () => number | null;
  /** Hears what the log was told, until the answer is called. */
  onEvents(listener: (events: readonly NoticedEvent[]) => void): () => void;
  /** Hears what the hosts tell each other, until the answer is called. */
  onControl(listener: (message: Control) => void): () => void;
  /** Runs each time listening began again: notices may have been missed. */
  onListeningAgain(listener: () => void): () => void;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  stop(): Promise<void>;
}

/** Starts to listen and to serve `/connect`. Rejects where the database cannot be reached. */
export async function startRealtime(deps: RealtimeDeps): Promise<Realtime> {
  const { db, log, clock, hostId, metrics, displays } = deps;
  const eventListeners = new Set<(events: readonly NoticedEvent[]) => void>();
  const controlListeners = new Set<(message: Control) => void>();
  const againListeners = new Set<() => void>();

  const hub = new Hub({
    log: databaseLog(db),
    onFrame: (frame) => metrics.told(clock() - frame.at),
    onReadError: (error) => log.warn({ err: error }, 'what was missed could not be read'),
  });

  let telling: Promise<void> = Promise.resolve();
  const tell = (message: Control) => {
    telling = telling
      .then(() => notify(db, message))
      .catch((error: unknown) => {
        // The next beat of a new connection tells everything again.
        log.warn({ err: error }, 'the other hosts could not be told');
      });
  };
  const watches = new Watches({
    hostId,
    clock,
    elapsed: () => performance.now(),
    tell,
    onPresence: (server) => {
      const viewers = watches.viewers(server);
      const bytes = encodeMoment('presence:server', clock(), { server_id: server, viewers });
      sockets.broadcast(bytes, (connection) => connection.looksAt(server));
    },
  });

  const sockets = new Sockets({
    hub,
    watches,
    clock,
    build: deps.build,
    authenticate: deps.authenticate,
    originAllowed: deps.originAllowed,
    addressOf: deps.addressOf,
    granted: ({ accountId, display }) =>
      display === undefined ? grantedTo(db, accountId) : heardServers(db, accountId),
    grantedOn: ({ accountId }, owner) => grantedOn(db, accountId, owner),
    sessionEnd: ({ id, display }) =>
      display === undefined ? sessionEnd(db, id, clock()) : displays.lives(id, clock()),
    onDisplayGone: (id) => {
      displays.gone(id, clock()).catch((error: unknown) => {
        log.warn({ err: error }, 'that a display went could not be written down');
      });
    },
    onFailure: (error) => log.warn({ err: error }, 'a socket could not be served'),
    onSent: (sent) => metrics.sent(sent),
  });

  const hear = (message: Control) => {
    if (message.kind === 'beat') watches.expire();
    if (message.kind === 'grants-changed') sockets.grantsChanged(message.subject);
    else if (message.kind === 'server-changed') sockets.serversChanged();
    else if (message.kind === 'sessions-ended') sockets.sessionsEnded(message.ids);
    else watches.hear(message);
    for (const listener of controlListeners) listener(message);
  };

  const listener = await startListener({
    connection: deps.connection,
    hostId,
    onEvents: (events) => {
      hub.hear(events);
      for (const run of eventListeners) run(events);
    },
    onControl: hear,
    onListening: (again) => {
      watches.listening();
      if (!again) return;
      log.info('listening to the database again');
      hub.listeningAgain();
      sockets.recheck();
      for (const run of againListeners) run();
    },
    onLost: (error) => log.warn({ err: error }, 'the connection that listens was lost'),
  });
  metrics.watch({
    sockets: () => sockets.size,
    sessions: () => sockets.sessions,
    streams: () => hub.size,
    listening: () => listener.listening,
  });

  return {
    hub,
    watches,
    sockets,
    backend: () => listener.backend,
    onEvents: (run) => listen(eventListeners, run),
    onControl: (run) => listen(controlListeners, run),
    onListeningAgain: (run) => listen(againListeners, run),
    upgrade: (request, socket, head) => sockets.upgrade(request, socket, head),
    async stop() {
      sockets.stop();
      hub.stop();
      await telling;
      await displays.idle();
      await listener.stop();
    },
  };
}

function listen<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** What an account may do with all that it may see. */
async function grantedTo(db: Database, accountId: string): Promise<Granted> {
  const [servers, groups, banLists, buckets] = await Promise.all([
    grantedServers(db, accountId),
    grantedGroups(db, accountId),
    grantedBanLists(db, accountId),
    grantedBuckets(db, accountId),
  ]);
  const granted: Granted = servers;
  return new Map([...granted, ...groups, ...banLists, ...buckets]);
}

/** What an account may do with one thing; what is its own takes no right. */
async function grantedOn(db: Database, accountId: string, owner: Owner): Promise<Granted> {
  if (owner.group_id !== undefined) return grantedGroups(db, accountId, owner.group_id);
  if (owner.banlist_id !== undefined) return grantedBanLists(db, accountId, owner.banlist_id);
  if (owner.bucket_id !== undefined) return grantedBuckets(db, accountId, owner.bucket_id);
  return owner.server_id === null ? new Map() : grantedServers(db, accountId, owner.server_id);
}

/** When a session ends; null where it has ended or its account may not be signed in. */
async function sessionEnd(db: Database, sessionId: string, now: number): Promise<number | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['sessions.expires_at', 'accounts.status'])
    .where('sessions.id', '=', sessionId)
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst();
  return row === undefined || !mayEnter(row.status) ? null : row.expires_at;
}
