/** A connector with a simulated server in memory, to which anybody can slip datagrams and messages. */
import { unboundedConnector } from '../../src/host/connectors/games/connect.ts';
import type { GameConnector } from '../../src/host/connectors/contract.ts';
import type { ConnectorPorts } from '../../src/host/connectors/ports.ts';
import type { SimGame } from '../../src/sim/games.ts';
import { MemoryNetwork } from '../../src/sim/net/memory-network.ts';
import { Random } from '../../src/sim/random.ts';
import { startSimServer, type SimServer } from '../../src/sim/server.ts';
import { memoryPorts } from '../followed/memory-ports.ts';
import { SharedTime } from '../followed/shared-time.ts';

/**
 * Long enough for two player lists in a row, however the first one went. Rust shows nobody in its lists
 * before the map is loaded, so that whoever joined by a line is believed for some 15 minutes.
 */
const HEALED_AFTER = { RUST: 1_200_000, OTHERS: 120_000 };

export class Besieged {
  readonly server: SimServer;
  readonly connector: GameConnector;
  readonly time: SharedTime;
  /** As if the server had sent it. */
  slipDatagram: (data: Uint8Array) => void = () => undefined;
  slipMessage: (text: string) => void = () => undefined;
  /** What the connector told, counted by kind. */
  readonly told = new Map<string, number>();
  readonly #random: Random;
  #people = 0;

  private constructor(server: SimServer, time: SharedTime, network: MemoryNetwork, random: Random) {
    this.server = server;
    this.time = time;
    this.#random = random;
    const { game, host, gamePort, queryPort, rconPort, password } = server.address;
    const rcon = { port: rconPort ?? 0, password };
    const target = { game, host, gamePort, queryPort, rcon };
    // Without a budget, so that every input is read.
    this.connector = unboundedConnector(target, this.#ports(network), ({ kind }) => {
      this.told.set(kind, (this.told.get(kind) ?? 0) + 1);
    });
  }

  static async begin(game: SimGame, seed: number): Promise<Besieged> {
    const time = new SharedTime();
    const network = new MemoryNetwork(time.sim);
    const server = await startSimServer({ game, seed, network, clock: time.sim, slots: 100 });
    const besieged = new Besieged(server, time, network, new Random(seed));
    for (let person = 0; person < 20; person += 1) besieged.#arrive();
    besieged.connector.start();
    await time.advance(besieged.#healedAfter);
    besieged.#compare();
    return besieged;
  }

  /** Time passes, somebody comes, somebody goes; then the roster has to be the truth's again. */
  async heal(): Promise<void> {
    await this.time.advance(1_000);
    const roster = this.server.roster();
    this.server.leave(this.#random.pick(roster).id);
    this.#arrive();
    await this.time.advance(this.#healedAfter);
    this.#compare();
    // What the simulator remembers of it is no growth of the connector's.
    this.server.log.said.length = 0;
    this.server.log.commands.length = 0;
  }

  async end(): Promise<void> {
    await this.connector.stop();
    await this.server.stop();
  }

  get #healedAfter(): number {
    return this.server.address.game === 'RUST' ? HEALED_AFTER.RUST : HEALED_AFTER.OTHERS;
  }

  #arrive(): void {
    this.#people += 1;
    const steamId = String(76561190000000000n + BigInt(this.#people));
    this.server.join({ name: `Person ${this.#people}`, steamId });
  }

  #compare(): void {
    const truth = this.server.roster().map(({ name, address, port }) => [name, address, port]);
    const seen = this.connector.roster().map(({ name, ip, port }) => [name, ip, port]);
    const [wanted, found] = [truth, seen].map((rows) => rows.map(String).toSorted().join('\n'));
    if (wanted !== found)
      throw new RangeError(`There are\n${wanted}\nbut the roster shows\n${found}`);
  }

  #ports(network: MemoryNetwork): ConnectorPorts {
    const inner = memoryPorts(network, this.time, this.#random);
    const { rconPort } = this.server.address;
    return {
      ...inner,
      openSocket: (endpoint, handlers) => {
        if (endpoint.port === rconPort) this.slipDatagram = (data) => handlers.onDatagram(data);
        return inner.openSocket(endpoint, handlers);
      },
      openWebSocket: (endpoint, path, handlers) => {
        this.slipMessage = (text) => handlers.onMessage(text);
        return inner.openWebSocket(endpoint, path, handlers);
      },
    };
  }
}
