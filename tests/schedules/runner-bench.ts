/** A schedule over a real PostgreSQL, with a game that answers as it is told and a clock that is put on. */
import { createMigratedDatabase, type TestDatabase } from '../support/database.ts';
import { storeServer } from '../support/stored-server.ts';
import { SERVER_ACTION } from '../../src/protocol/enumerations.ts';
import type { FeedEntry } from '../../src/protocol/feed/fields.ts';
import type { CommandResult, GameCommand } from '../../src/host/connectors/contract.ts';
import { createLogger } from '../../src/host/logger.ts';
import { publish } from '../../src/host/realtime/log.ts';
import { openDatabase, type OpenDatabase } from '../../src/host/store/database.ts';
import { newId } from '../../src/host/store/ids.ts';
import { secretsOf } from '../../src/host/store/secrets/secrets.ts';
import type { ScheduledServer } from '../../src/host/schedules/run.ts';
import { ScheduleRunner } from '../../src/host/schedules/runner.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
/** 05:00 on a Monday, UTC. */
export const FIVE = Date.UTC(2028, 0, 3, 5);
export const DONE: CommandResult = { ok: true, answer: '' };
const HOST = 'a'.repeat(24);

export class ScheduleBench {
  now = 0;
  server = '';
  asked: { readonly command: GameCommand; readonly at: number }[] = [];
  readonly players = new Map<string, { id: string; name: string; joined_at: number }>();
  /** What the game answers. */
  answer: (command: GameCommand) => Promise<CommandResult> = () => Promise.resolve(DONE);
  settled = Promise.resolve();
  environment = {};
  connected = true;
  /** What was last told of the next restart. */
  planned: unknown = null;
  runner!: ScheduleRunner;
  readonly #database: TestDatabase;
  readonly #open: OpenDatabase;

  constructor(database: TestDatabase, open: OpenDatabase) {
    this.#database = database;
    this.#open = open;
  }

  static async open(): Promise<ScheduleBench> {
    const database = await createMigratedDatabase();
    const open = openDatabase({
      connection: database.connection,
      onIdleError: () => undefined,
    });
    const host = { id: HOST, alive_until: Number.MAX_SAFE_INTEGER, log_root: null };
    await open.db.insertInto('hosts').values(host).execute();
    return new ScheduleBench(database, open);
  }

  async close(): Promise<void> {
    await this.#open.close();
    await this.#database.drop();
  }

  get db() {
    return this.#open.db;
  }

  /** A server of which nothing is planned, ten minutes before five. */
  async begin(): Promise<void> {
    this.now = FIVE - 10 * MINUTE;
    this.server = newId(this.now);
    this.asked = [];
    this.settled = Promise.resolve();
    this.environment = { uptime: null, uptime_source: null, uptime_gap: null, observed_at: 0 };
    this.players.clear();
    this.connected = true;
    this.planned = null;
    this.answer = () => Promise.resolve(DONE);
    await storeServer(this.db, this.server);
    await this.db
      .updateTable('servers')
      .set({ lease_host: HOST, lease_epoch: 1, timezone: 'UTC' })
      .where('id', '=', this.server)
      .execute();
    await this.db
      .insertInto('schedule_states')
      .values({ server_id: this.server, looked_until: this.now, started_at: null })
      .execute();
    this.runner = this.runnerOf();
  }

  runnerOf(): ScheduleRunner {
    const held = new Map([[this.server, this.#scheduled()]]);
    return new ScheduleRunner({
      db: this.db,
      publish,
      secrets: secretsOf(Buffer.alloc(32, 7)),
      clock: () => this.now,
      log: createLogger('silent', { write: () => undefined }),
      stopping: new AbortController().signal,
      hostId: HOST,
      lateSeconds: 120,
      servers: () => held,
    });
  }

  #scheduled(): ScheduledServer {
    const isConnected = () => this.connected;
    const environmentOf = () => this.environment;
    const part = {
      id: this.server,
      epoch: 1,
      row: {
        population: { players: 1, slots: 60 },
        get state() {
          return { state: isConnected() ? 'CONNECTED' : 'CONNECTING' };
        },
        get environment() {
          return { map: null, ...environmentOf() };
        },
        configuration: { identifier: 'x' },
      },
      rows: { players: this.players },
      run: (command: GameCommand) => {
        this.asked.push({ command, at: this.now });
        return this.answer(command);
      },
      playerKey: (id: string) => (this.players.has(id) ? id : null),
      settled: () => this.settled,
      planRestart: (next: unknown) => {
        this.planned = next;
      },
    };
    return part as unknown as ScheduledServer;
  }

  async keep(resource: 'jobs' | 'messages', values: object): Promise<void> {
    const id = newId(this.now);
    const row = { id, server_id: this.server, enabled: true, changed: 0, ...values };
    await this.db
      .insertInto('resource_rows')
      .values({
        resource,
        server_id: this.server,
        id,
        order_key: JSON.stringify(id),
        data: JSON.stringify(row),
        removed_at: null,
      })
      .execute();
  }

  restartAtFive(part: object): Promise<void> {
    return this.keep('jobs', {
      name: 'Nightly',
      days: [0],
      time: { kind: 'absolute', minutes: 300 },
      action: SERVER_ACTION.SERVER_RESTART,
      parameter: null,
      warnings: [],
      lock_before: null,
      kick_before: null,
      ...part,
    });
  }

  join(count: number): void {
    for (let n = 0; n < count; n += 1) {
      const id = newId(this.now);
      this.players.set(id, { id, name: `P${n}`, joined_at: FIVE - 30 * MINUTE });
    }
  }

  /** When the game was asked for something, from five on. */
  times(action: GameCommand['action']): readonly number[] {
    return this.asked.filter(({ command }) => command.action === action).map(({ at }) => at - FIVE);
  }

  async entries(): Promise<readonly FeedEntry[]> {
    const rows = await this.db
      .selectFrom('event_log')
      .select('data')
      .where('stream', '=', `server/${this.server}/feed`)
      .orderBy('seq')
      .execute();
    return rows.map(({ data }) => (data as { entry: FeedEntry }).entry);
  }

  async told(): Promise<readonly string[]> {
    return (await this.entries()).map((entry) =>
      entry.kind === 'schedule' ? `${entry.step} ${entry.outcome}` : entry.kind,
    );
  }

  async toldTexts(): Promise<readonly (string | null)[]> {
    return (await this.entries()).map((entry) => (entry.kind === 'schedule' ? entry.text : null));
  }

  /** The clock is there, and what is due then has begun. */
  async at(moment: number): Promise<void> {
    this.now = moment;
    await this.runner.turn();
  }
}
