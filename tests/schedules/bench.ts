/** A host and a simulated game server that does things by itself, and a clock that can be put on. */
import { sql } from 'kysely';
import { vi } from 'vitest';
import { notify } from '../../src/host/realtime/log.ts';
import { newId } from '../../src/host/store/ids.ts';
import { GAME, SERVER_ACTION } from '../../src/protocol/enumerations.ts';
import type { RowOf } from '../../src/protocol/resources/registry.ts';
import { startSimServer, type SimServer } from '../../src/sim/server.ts';
import { createTestAccount } from '../support/accounts.ts';
import { addServer, RCON_PASSWORD } from '../support/added-server.ts';
import type { TestBrowser } from '../support/host.ts';
import { startLiveHost, type LiveHost } from '../support/live-host.ts';

export const MINUTE = 60_000;
export const WAIT = { timeout: 20_000 };
/** A host, a game and their first talk may take so long, ms. */
export const START = 60_000;

/** A restart every night, without anything before it. */
export const NIGHTLY = {
  name: 'Nightly',
  enabled: true,
  days: [0, 1, 2, 3, 4, 5, 6],
  time: { kind: 'absolute', minutes: 240 },
  action: SERVER_ACTION.SERVER_RESTART,
  parameter: null,
  warnings: [],
  lock_before: null,
  kick_before: null,
};

export type Entry = Readonly<Record<string, unknown>>;

export class Bench {
  readonly host: LiveHost;
  readonly sim: SimServer;
  readonly owner: TestBrowser;
  readonly stranger: TestBrowser;
  /** The server's id. */
  readonly server: string;
  readonly #clock: { ahead: number };

  constructor(
    parts: Pick<Bench, 'host' | 'sim' | 'owner' | 'stranger' | 'server'>,
    clock: { ahead: number },
  ) {
    this.host = parts.host;
    this.sim = parts.sim;
    this.owner = parts.owner;
    this.stranger = parts.stranger;
    this.server = parts.server;
    this.#clock = clock;
  }

  get now(): number {
    return Date.now() + this.#clock.ahead;
  }

  get runtime() {
    const runtime = this.host.live.supervisor.runtimes.get(this.server);
    if (runtime === undefined) throw new Error('The server is not run.');
    return runtime;
  }

  /** A time of day that does not come while a test runs. */
  inHalfADay() {
    return { kind: 'absolute', minutes: ((new Date(this.now).getUTCHours() + 12) % 24) * 60 };
  }

  /** What its schedule has told in the feed. */
  async feed(): Promise<readonly Entry[]> {
    const rows = await this.host.deps.db
      .selectFrom('event_log')
      .select('data')
      .where('stream', '=', `server/${this.server}/feed`)
      .orderBy('seq')
      .execute();
    return rows
      .map(({ data }) => (data as { entry: Entry }).entry)
      .filter(({ kind }) => kind === 'schedule');
  }

  /** As the server's row has it. */
  async nextRestart() {
    const row = await this.host.deps.db
      .selectFrom('servers')
      .select('environment')
      .where('id', '=', this.server)
      .executeTakeFirstOrThrow();
    return row.environment.next_restart;
  }

  async audits(): Promise<readonly string[]> {
    const rows = await this.host.deps.db
      .selectFrom('audit')
      .select('action')
      .where('action', 'like', 'schedules.%')
      .orderBy('id')
      .execute();
    return rows.map(({ action }) => action);
  }

  /** Names the server as its players call it. */
  async call(name: string): Promise<void> {
    const { rows } = await this.owner
      .get(`/app/v1/server/${this.server}/settings`)
      .then((answer) => answer.json<{ rows: RowOf<'settings'>[] }>());
    const { identifier, host, game_port, query_port, rcon_port, timezone } = rows[0]!;
    const body = { identifier, name, host, game_port, query_port, rcon_port, timezone };
    const answer = await this.owner.post(`/app/v1/server/${this.server}/settings`, body);
    if (answer.statusCode !== 200) throw new Error(answer.body);
  }

  /** What the audit names of what schedules did, oldest first. */
  async audited(): Promise<readonly (string | null)[]> {
    const { rows } = await sql<{ text: string | null }>`
      select data->>'text' as text from paged_audit
      where data->>'action' like 'schedules.%' order by (data->>'at')::bigint, id
    `.execute(this.host.deps.db);
    return rows.map(({ text }) => text);
  }

  /** Every command that the game was given. */
  commands(): readonly string[] {
    return this.sim.log.commands.map(({ text }) => text);
  }

  /** The commands that begin so. */
  given(start: string): readonly string[] {
    return this.commands().filter((text) => text.startsWith(start));
  }

  async rows<T>(what: 'jobs' | 'messages' | 'plans'): Promise<readonly T[]> {
    return (await this.owner.get(`/app/v1/server/${this.server}/${what}`)).json<{ rows: T[] }>()
      .rows;
  }

  /** Adds a job or a message; answers its id. */
  async add(what: 'jobs' | 'messages', values: object): Promise<string> {
    const id = newId(this.now);
    const answer = await this.owner.post(`/app/v1/server/${this.server}/${what}`, { id, values });
    done(answer);
    return id;
  }

  async remove(what: 'jobs' | 'messages', id: string): Promise<void> {
    const path = `/app/v1/server/${this.server}/${what}/${id}/remove`;
    done(await this.owner.post(path, {}));
  }

  /** Asks for many at once; answers what became of each. */
  async post(who: TestBrowser, what: string, body: object): Promise<readonly (string | null)[]> {
    const answer = await who.post(`/app/v1/schedules/${what}`, { ...body });
    done(answer);
    const { results } = answer.json<{ results: { ok: boolean; error: string | null }[] }>();
    return results.map(({ ok, error }) => (ok ? 'done' : error));
  }

  /** The clock goes on, and the host is woken. */
  async later(milliseconds: number): Promise<void> {
    this.#clock.ahead += milliseconds;
    await notify(this.host.deps.db, { kind: 'schedule-changed', server: this.server });
  }

  /** The clock goes on to a moment, and a little over it. */
  async until(moment: number): Promise<void> {
    await this.later(moment + 50 - this.now);
  }

  async stop(): Promise<void> {
    await this.host.stop();
    await this.sim.stop();
  }
}

/** Connected, and the game answers. */
export async function startBench(game: 'DAYZ' | 'ARMA2' | 'RUST' = 'DAYZ'): Promise<Bench> {
  const clock = { ahead: 0 };
  const host = await startLiveHost(undefined, false, {}, () => Date.now() + clock.ahead);
  const sim = await startSimServer({
    game,
    password: RCON_PASSWORD,
    slots: 60,
    join: { guidMs: 50, verifiedMs: 100, lobbyMs: 150 },
    restart: { downMs: 300, loadingMs: 500 },
  });
  const { browser: owner } = await createTestAccount(host.app, host.deps, ['host.server.create']);
  const { browser: stranger } = await createTestAccount(host.app, host.deps);
  const server = await addServer(owner, sim, 'Chernarus', GAME[game]);
  const ready = () => host.live.supervisor.runtimes.get(server)?.row.state.ready;
  await vi.waitUntil(ready, WAIT);
  return new Bench({ host, sim, owner, stranger, server }, clock);
}

function done({ statusCode, body }: { readonly statusCode: number; readonly body: string }): void {
  if (statusCode !== 200) throw new Error(`Refused: ${body}`);
}
