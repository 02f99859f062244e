/**
 * The connection that listens to the other hosts. A half-open LISTEN socket raises no error, so the
 * host notifies itself every 2 s; what is not heard in time is a lost connection, and it connects again.
 */
import { randomInt } from 'node:crypto';
import pg from 'pg';
import type { DatabaseConnection } from '../store/database.ts';
import { CHANNEL, encodeControl, parseNotice, type Control, type NoticedEvent } from './notice.ts';

/** Milliseconds. */
export const LISTENER_TIMING = {
  beat: 2_000,
  /** Nothing heard for so long, not even the own beat: the connection is lost. */
  silence: 6_000,
  minBackOff: 100,
  maxBackOff: 5_000,
} as const;

export interface ListenerOptions {
  readonly connection: DatabaseConnection;
  /** This host process. */
  readonly hostId: string;
  readonly onEvents: (events: readonly NoticedEvent[]) => void;
  readonly onControl: (control: Control) => void;
  /**
   * Listening has begun, at first or again after a loss (`again`): what was told in between has to be
   * read. Notices that come in the meantime are heard too.
   */
  readonly onListening: (again: boolean) => void;
  readonly onLost: (error: Error) => void;
}

/** The PostgreSQL backend of the connection; null while there is none. */
export interface Listener {
  readonly backend: number | null;
  readonly listening: boolean;
  stop(): Promise<void>;
}

/** Starts to listen; resolves when the first connection listens, rejects where it cannot be made. */
export async function startListener(options: ListenerOptions): Promise<Listener> {
  const listener = new ReconnectingListener(options);
  await listener.open();
  return listener;
}

class ReconnectingListener implements Listener {
  readonly #options: ListenerOptions;
  #client: pg.Client | null = null;
  #backend: number | null = null;
  #heard = 0;
  #failures = 0;
  #stopped = false;
  #beat: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  #before = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  get backend(): number | null {
    return this.#backend;
  }

  get listening(): boolean {
    return this.#backend !== null;
  }

  async open(): Promise<void> {
    const client = new pg.Client({
      ...this.#options.connection,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    this.#client = client;
    client.on('error', (error) => this.#lose(client, error));
    client.on('end', () => this.#lose(client, new Error('The database closed the connection.')));
    client.on('notification', (notice) => this.#hear(client, notice.payload ?? ''));
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    await client.query(`listen ${CHANNEL}`);
    if (this.#client !== client || this.#stopped) return;
    this.#backend = rows[0]?.pid ?? 0;
    this.#failures = 0;
    this.#heard = performance.now();
    this.#beat = setInterval(() => this.#watch(client), LISTENER_TIMING.beat);
    const again = this.#before;
    this.#before = true;
    this.#options.onListening(again);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#retry);
    clearInterval(this.#beat);
    const client = this.#client;
    this.#client = null;
    this.#backend = null;
    await client?.end();
  }

  #hear(client: pg.Client, payload: string): void {
    if (client !== this.#client) return;
    this.#heard = performance.now();
    const notice = parseNotice(payload);
    if (notice.kind === 'events') this.#options.onEvents(notice.events);
    else if (notice.kind === 'control') this.#options.onControl(notice.control);
  }

  #watch(client: pg.Client): void {
    if (performance.now() - this.#heard > LISTENER_TIMING.silence) {
      this.#lose(client, new Error('The listening connection has gone silent.'));
      return;
    }
    const beat = encodeControl({ kind: 'beat', host: this.#options.hostId });
    client.query('select pg_notify($1, $2)', [CHANNEL, beat]).catch((error: unknown) => {
      this.#lose(client, error instanceof Error ? error : new Error(String(error)));
    });
  }

  #lose(client: pg.Client, error: Error): void {
    if (client !== this.#client) return;
    const wasListening = this.#backend !== null;
    this.#client = null;
    this.#backend = null;
    clearInterval(this.#beat);
    // A half-open socket never answers to a polite end.
    client.connection.stream.destroy();
    if (this.#stopped) return;
    if (wasListening) this.#options.onLost(error);
    if (this.#before) this.#reconnect();
  }

  #reconnect(): void {
    const longest = Math.min(
      LISTENER_TIMING.maxBackOff,
      LISTENER_TIMING.minBackOff * 2 ** this.#failures,
    );
    this.#failures += 1;
    this.#retry = setTimeout(
      () => {
        this.open().catch((error: unknown) => {
          const client = this.#client;
          const reason = error instanceof Error ? error : new Error(String(error));
          this.#options.onLost(reason);
          if (client === null) return;
          this.#client = null;
          client.connection.stream.destroy();
          this.#reconnect();
        });
      },
      randomInt(longest) + 1,
    );
  }
}
