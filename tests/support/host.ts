import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { Registry } from 'prom-client';
import type { Handlers } from '../../src/host/calls/handler.ts';
import { createApp, type AppDeps } from '../../src/host/http/app.ts';
import { registerCalls } from '../../src/host/http/route.ts';
import type { HttpSettings } from '../../src/host/calls/deps.ts';
import { createLogger } from '../../src/host/logger.ts';
import type { Fact, Publish } from '../../src/host/realtime/contract.ts';
import { openDatabase, type DatabaseConnection } from '../../src/host/store/database.ts';
import { secretsOf } from '../../src/host/store/secrets/secrets.ts';
import { createMigratedDatabase } from './database.ts';
import { STORAGE_RULE } from './storage-rule.ts';

/** Keeps what was published, and gives positions by counting. */
export class RecordingPublish implements Publish {
  readonly facts: Fact[] = [];
  readonly endedSessions: string[] = [];
  readonly changedSubjects: string[] = [];
  readonly #positions = new Map<string, number>();

  async append(_trx: unknown, facts: readonly Fact[]): Promise<readonly number[]> {
    return facts.map((fact) => {
      this.facts.push(fact);
      const position = (this.#positions.get(fact.stream) ?? 0) + 1;
      this.#positions.set(fact.stream, position);
      return position;
    });
  }
  async position(_db: unknown, stream: string): Promise<number> {
    return this.#positions.get(stream) ?? 0;
  }
  async sessionsEnded(_trx: unknown, sessionIds: readonly string[]): Promise<void> {
    this.endedSessions.push(...sessionIds);
  }
  async grantsChanged(_trx: unknown, subject: string): Promise<void> {
    this.changedSubjects.push(subject);
  }
}

/** The dependencies of an app in memory, over an empty database of its own. */
export interface TestDeps {
  readonly deps: AppDeps;
  readonly connection: DatabaseConnection;
  readonly publish: RecordingPublish;
  /** Every line that was logged. */
  readonly logged: string[];
  /** Moves the host's clock on. */
  advance(milliseconds: number): void;
  close(): Promise<void>;
}

const START = Date.UTC(2026, 0, 15, 12);

/** Makes the database and the fakes; `settings` overrides the defaults of a host on loopback. */
export async function createTestDeps(settings: Partial<HttpSettings> = {}): Promise<TestDeps> {
  const database = await createMigratedDatabase();
  const broken: Error[] = [];
  const open = openDatabase({
    connection: database.connection,
    onIdleError: (error) => broken.push(error),
  });
  const logged: string[] = [];
  const publish = new RecordingPublish();
  let now = START;
  return {
    deps: {
      db: open.db,
      clock: () => now,
      log: createLogger('trace', { write: (line: string) => logged.push(line) }),
      settings: {
        origin: undefined,
        apiOrigin: undefined,
        signUp: 'open',
        sessionDays: 30,
        playSessionDays: 90,
        feedDays: 30,
        ...STORAGE_RULE,
        freeJobs: 5,
        freeMessages: 5,
        freeWebhooks: 1,
        scheduleLate: 120,
        smtpUrl: undefined,
        trustProxy: false,
        metricsToken: undefined,
        logRoot: undefined,
        steamKey: undefined,
        vpnData: undefined,
        asnData: undefined,
        steamApi: 'https://api.steampowered.com',
        host: '127.0.0.1',
        privateAddresses: undefined,
        demo: null,
        ...settings,
      },
      secrets: secretsOf(Buffer.alloc(32, 7)),
      publish,
      metrics: new Registry(),
      portalOrigin: () => 'http://127.0.0.1:7070',
    },
    connection: database.connection,
    publish,
    logged,
    advance: (milliseconds) => {
      now += milliseconds;
    },
    close: async () => {
      await open.close();
      await database.drop();
      if (broken.length > 0) throw new AggregateError(broken, 'Idle connections broke.');
    },
  };
}

/** An app with the routes of these calls, and what `add` adds beside them, ready for `inject`. */
export async function createTestApp<Deps extends AppDeps>(
  deps: Deps,
  handlers: Partial<Handlers<NoInfer<Deps>>> = {},
  add: (app: FastifyInstance) => void = () => undefined,
): Promise<FastifyInstance> {
  const app = await createApp(deps);
  registerCalls(app, deps, handlers);
  add(app);
  await app.ready();
  return app;
}

/** A browser of the tests: it keeps cookies, and puts its `acsrf_token` into what it posts. */
export class TestBrowser {
  readonly app: FastifyInstance;
  readonly address: string;
  readonly cookies = new Map<string, string>();

  constructor(app: FastifyInstance, address = '127.0.0.1') {
    this.app = app;
    this.address = address;
  }

  async get(url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.send({ method: 'GET', url, headers });
  }

  async post(
    url: string,
    body: Record<string, unknown>,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const payload = { acsrf_token: await this.acsrfToken(), ...body };
    return this.send({ method: 'POST', url, headers, payload });
  }

  async acsrfToken(): Promise<string> {
    const answer = await this.get('/app/v1/@me/acsrf-token');
    return answer.json<{ acsrf_token: string }>().acsrf_token;
  }

  async send(request: InjectOptions): Promise<LightMyRequestResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await this.app.inject({
      ...request,
      remoteAddress: this.address,
      headers: {
        host: '127.0.0.1:7070',
        ...(cookie === '' ? {} : { cookie }),
        ...request.headers,
      },
    });
    for (const { name, value, expires } of response.cookies) {
      if (expires !== undefined && expires.getTime() === 0) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }
}
