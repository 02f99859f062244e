/** A host whose webhooks are told when a test says so, in a time of its own. */
import type { FastifyInstance } from 'fastify';
import type { HttpSettings } from '../../src/host/calls/deps.ts';
import { addressRule } from '../../src/host/connectors/address-rule.ts';
import { HANDLERS } from '../../src/host/features.ts';
import { runBatch } from '../../src/host/reactors/batch.ts';
import { publish } from '../../src/host/realtime/log.ts';
import { webhookReactor } from '../../src/host/webhooks/reactor.ts';
import { WebhookSends } from '../../src/host/webhooks/sends.ts';
import type { SendDeps } from '../../src/host/webhooks/send.ts';
import { resourceStream } from '../../src/protocol/streams.ts';
import { featureDepsOf } from '../support/features.ts';
import { createTestApp, createTestDeps, type TestDeps } from '../support/host.ts';
import { Hooked } from './hooked.ts';

export class ByHand {
  now = Date.now();
  readonly hooked: Hooked;
  readonly deps: SendDeps;
  readonly #sends: WebhookSends;
  readonly #app: FastifyInstance;
  readonly #test: TestDeps;

  private constructor(test: TestDeps, app: FastifyInstance, deps: SendDeps, hooked: Hooked) {
    this.#test = test;
    this.#app = app;
    this.deps = deps;
    this.hooked = hooked;
    this.#sends = new WebhookSends(deps);
  }

  /** `ports`: how names are looked up, where it is not as everywhere. */
  static async start(
    settings: Partial<HttpSettings> = {},
    ports?: Partial<SendDeps['ports']>,
  ): Promise<ByHand> {
    const test = await createTestDeps(settings);
    const time = { now: () => Date.now() };
    const basic = { ...test.deps, publish, clock: () => time.now() };
    const features = featureDepsOf({ deps: basic, connection: test.connection });
    const app = await createTestApp(features, HANDLERS);
    const deps: SendDeps = {
      ...features,
      ports: { ...features.ports, ...ports },
      addressRule: addressRule(test.deps.settings),
    };
    const hooked = await Hooked.on({ app, deps: features });
    const hand = new ByHand(test, app, deps, hooked);
    time.now = () => hand.now;
    return hand;
  }

  get db() {
    return this.deps.db;
  }

  get logged() {
    return this.#test.logged;
  }

  /** What was told of the list is put down, and what is due is sent. */
  async turn(id: string): Promise<void> {
    await this.putDown();
    await this.send(id);
  }

  /** What was told of the list is put down. */
  async putDown(): Promise<void> {
    const stream = resourceStream('bans', this.hooked.list);
    const reactor = webhookReactor(() => this.now);
    for (let more: readonly string[] = [stream]; more.length > 0;) {
      ({ more } = await runBatch(this.db, reactor, more, 250));
    }
  }

  async send(id: string): Promise<void> {
    await this.begin(id);
    await this.#sends.idle();
  }

  /** What is due is being sent, or waits for its turn. */
  begin(id: string): Promise<void> {
    return this.#sends.look({ webhook_id: id });
  }

  pass(milliseconds: number): void {
    this.now += milliseconds;
  }

  async stop(): Promise<void> {
    await this.#sends.stop();
    await this.#app.close();
    await this.#test.close();
  }
}
