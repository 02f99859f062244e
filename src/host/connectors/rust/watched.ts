/** A connector on a fake Rust server, with what it told, for tests. */
import type { CommandResult, GameCommand, GameFact, RconTarget } from '../contract.ts';
import { FakeNetwork, ManualClock } from '../doubles.ts';
import type { ConnectorPorts } from '../ports.ts';
import { RustConnector } from './connector.ts';
import { FakeRustServer } from './doubles.ts';

export const ANN = '76561190000000001';
export const BOB = '76561190000000002';
export const CY = '76561190000000003';

export const TARGET: RconTarget = {
  game: 'RUST',
  host: '192.0.2.1',
  gamePort: 28015,
  queryPort: null,
  rcon: { port: 28016, password: 'canary password/?' },
};
export const ENDPOINT = { address: TARGET.host, port: TARGET.rcon.port };

export class Watched {
  readonly clock = new ManualClock(Date.UTC(2026, 8, 26, 14));
  readonly network = new FakeNetwork(this.clock);
  server = this.begin();
  readonly facts: GameFact[] = [];
  connector = this.connect(this.network.ports());

  /** A server's process begins. */
  begin(): FakeRustServer {
    const begun = new FakeRustServer(this.network, this.clock, ENDPOINT);
    begun.password = TARGET.rcon.password;
    return begun;
  }

  connect(ports: ConnectorPorts): RustConnector {
    return new RustConnector(TARGET, ports, (fact) => this.facts.push(fact));
  }

  async start(): Promise<void> {
    this.connector.start();
    await this.clock.advance(1_000);
  }

  async run(command: GameCommand, ms = 20_000): Promise<CommandResult> {
    const result = this.connector.run(command);
    await this.clock.advance(ms);
    return result;
  }

  /** Facts of some kinds, without their time. */
  of(...kinds: readonly GameFact['kind'][]): object[] {
    return this.facts
      .filter((fact) => kinds.includes(fact.kind))
      .map((fact) => Object.fromEntries(Object.entries(fact).filter(([field]) => field !== 'at')));
  }

  /** The texts of the console. */
  get console(): string[] {
    return this.facts.flatMap((fact) => (fact.kind === 'console' ? [fact.text] : []));
  }

  get names(): string[] {
    return this.connector.roster().map((player) => player.name);
  }

  keyOf(name: string): string {
    return this.connector.roster().find((player) => player.name === name)?.key ?? 'nobody';
  }
}
