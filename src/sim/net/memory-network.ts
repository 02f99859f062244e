import type { Clock } from '../clock.ts';
import type {
  DatagramPort,
  DatagramUsers,
  Network,
  Peer,
  PeerUsers,
  Port,
  Remote,
  WebSocketUsers,
} from './network.ts';
import { PortUnavailableError } from './port-unavailable.ts';

/** What a client of the in-memory network hears on its UDP socket. */
export interface MemoryDatagramHandlers {
  readonly datagram: (data: Buffer) => void;
  /** Nothing listens there. */
  readonly refused: () => void;
}

/** What a client of the in-memory network hears of its websocket. */
export interface MemoryWebSocketHandlers {
  readonly opened: () => void;
  readonly message: (text: string) => void;
  /** Called once, also when the connection never came about: then with 1006. */
  readonly closed: (code: number) => void;
}

/** A client's end. After `close` none of its handlers is called again. */
export interface MemorySocket<Data> {
  send(data: Data): void;
  close(): void;
}

const FIRST_FREE_PORT = 40_000;
const ABNORMAL = 1006;

/**
 * A network without sockets: datagrams and messages are handed over by the clock, so that with a
 * manual one nothing happens until it is moved on.
 *
 *     const clock = new ManualClock();
 *     const network = new MemoryNetwork(clock);
 *     const server = await startSimServer({ game: 'DAYZ', clock, network });
 *     const socket = network.connectUdp(server.address.host, server.address.rconPort, handlers);
 */
export class MemoryNetwork implements Network {
  readonly #clock: Clock;
  readonly #ports = new Map<string, MemoryPort>();
  readonly #clients = new Map<string, (datagram: Buffer) => void>();
  #nextPort = FIRST_FREE_PORT;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  datagramPort(host: string, port: number, users: DatagramUsers): DatagramPort {
    return new MemoryDatagramPort(this, host, port, users);
  }

  webSocketPort(host: string, port: number, users: WebSocketUsers): Port {
    return new MemoryWebSocketPort(this, host, port, users);
  }

  /** A client's UDP socket, connected to one port. */
  connectUdp(
    address: string,
    port: number,
    handlers: MemoryDatagramHandlers,
    from = '127.0.0.1',
  ): MemorySocket<Uint8Array> {
    const remote = { address: from, port: this.#nextPort++ };
    this.#clients.set(keyOf(remote), handlers.datagram);
    const isOpen = () => this.#clients.has(keyOf(remote));
    return {
      send: (data) => {
        const packet = Buffer.from(data);
        this.later(() => {
          const listener = this.#ports.get(`udp ${keyOf({ address, port })}`);
          if (listener instanceof MemoryDatagramPort) listener.receive(packet, remote);
          else if (isOpen()) handlers.refused();
        });
      },
      close: () => this.#clients.delete(keyOf(remote)),
    };
  }

  /** A client's websocket. `path` is what follows the port, with its slash. */
  connectWebSocket(
    address: string,
    port: number,
    path: string,
    handlers: MemoryWebSocketHandlers,
    from = '127.0.0.1',
  ): MemorySocket<string> {
    const remote = { address: from, port: this.#nextPort++ };
    const connection = new MemoryConnection(this, remote, handlers);
    this.later(() => {
      const listener = this.#ports.get(`tcp ${keyOf({ address, port })}`);
      if (listener instanceof MemoryWebSocketPort) listener.take(connection, path);
      else connection.end(ABNORMAL);
    });
    return connection;
  }

  /** A port's own part of the network: it listens under its number, or a free one for 0. */
  listen(listener: MemoryPort): number | undefined {
    const port = listener.port === 0 ? this.#nextPort++ : listener.port;
    const key = `${listener.protocol} ${keyOf({ address: listener.host, port })}`;
    if (this.#ports.has(key)) return undefined;
    this.#ports.set(key, listener);
    return port;
  }

  unlisten({ protocol, host, port }: MemoryPort): void {
    this.#ports.delete(`${protocol} ${keyOf({ address: host, port })}`);
  }

  deliver(packet: Buffer, to: Remote): void {
    this.later(() => this.#clients.get(keyOf(to))?.(packet));
  }

  later(action: () => void): void {
    this.#clock.schedule(0, action);
  }
}

/** A port of the memory: it is there while it is open. */
class MemoryPort implements Port {
  silenced = false;
  lost = 0;
  readonly protocol: 'udp' | 'tcp';
  readonly host: string;
  port: number;
  protected readonly network: MemoryNetwork;
  protected isOpen = false;

  constructor(network: MemoryNetwork, protocol: 'udp' | 'tcp', host: string, port: number) {
    this.network = network;
    this.protocol = protocol;
    this.host = host;
    this.port = port;
  }

  open(opened: (error?: Error) => void): void {
    const port = this.network.listen(this);
    if (port === undefined) {
      const protocol = this.protocol === 'udp' ? 'UDP' : 'TCP';
      opened(new PortUnavailableError(protocol, this.host, this.port, IN_USE));
      return;
    }
    this.port = port;
    this.isOpen = true;
    opened();
  }

  close(closed: () => void): void {
    if (this.isOpen) this.network.unlisten(this);
    this.isOpen = false;
    closed();
  }
}

class MemoryDatagramPort extends MemoryPort implements DatagramPort {
  readonly #users: DatagramUsers;

  constructor(network: MemoryNetwork, host: string, port: number, users: DatagramUsers) {
    super(network, 'udp', host, port);
    this.#users = users;
  }

  send(packet: Buffer, to: Remote): void {
    if (!this.isOpen) return;
    if (this.silenced) this.lost += 1;
    else this.network.deliver(Buffer.from(packet), to);
  }

  receive(packet: Buffer, from: Remote): void {
    if (this.silenced) this.lost += 1;
    else this.#users.receive(packet, from);
  }
}

class MemoryWebSocketPort extends MemoryPort {
  readonly #users: WebSocketUsers;
  readonly #connections = new Set<MemoryConnection>();

  constructor(network: MemoryNetwork, host: string, port: number, users: WebSocketUsers) {
    super(network, 'tcp', host, port);
    this.#users = users;
  }

  override close(closed: () => void): void {
    super.close(() => undefined);
    for (const connection of this.#connections) connection.cut();
    closed();
  }

  take(connection: MemoryConnection, path: string): void {
    if (this.isSilent()) return;
    const take = this.#users.accept(path, connection.remote);
    if (take === undefined) {
      connection.end(ABNORMAL);
      return;
    }
    this.#connections.add(connection);
    connection.opened();
    const users = take(connection.peer(() => this.isSilent()));
    connection.serve({
      receive: users.receive,
      closed: () => {
        this.#connections.delete(connection);
        users.closed();
      },
    });
  }

  isSilent(): boolean {
    if (this.silenced) this.lost += 1;
    return this.silenced;
  }
}

/** One websocket, both ends. What was sent before an end arrives before it. */
class MemoryConnection implements MemorySocket<string> {
  readonly remote: Remote;
  readonly #network: MemoryNetwork;
  readonly #client: MemoryWebSocketHandlers;
  #isSilent: () => boolean = () => false;
  #server: PeerUsers | undefined;
  #clientOpen = true;
  #serverOpen = true;

  constructor(network: MemoryNetwork, remote: Remote, client: MemoryWebSocketHandlers) {
    this.#network = network;
    this.remote = remote;
    this.#client = client;
  }

  peer(isSilent: () => boolean): Peer {
    this.#isSilent = isSilent;
    return {
      remote: this.remote,
      send: (text) => {
        if (!this.#serverOpen || isSilent()) return;
        this.#network.later(() => {
          if (this.#clientOpen) this.#client.message(text);
        });
      },
      close: (code) => this.#endFromServer(code),
      cut: () => this.cut(),
    };
  }

  serve(users: PeerUsers): void {
    this.#server = users;
  }

  opened(): void {
    this.#network.later(() => {
      if (this.#clientOpen) this.#client.opened();
    });
  }

  /** The client learns that it is over, or that it never began. */
  end(code: number): void {
    this.#network.later(() => {
      if (!this.#clientOpen) return;
      this.#clientOpen = false;
      this.#client.closed(code);
    });
  }

  cut(): void {
    this.#endFromServer(ABNORMAL);
  }

  send(text: string): void {
    this.#network.later(() => {
      if (this.#serverOpen && !this.#isSilent()) this.#server?.receive(text);
    });
  }

  close(): void {
    if (!this.#clientOpen) return;
    this.#clientOpen = false;
    this.#network.later(() => this.#serverEnds());
  }

  #endFromServer(code: number): void {
    this.end(code);
    this.#network.later(() => this.#serverEnds());
  }

  #serverEnds(): void {
    if (!this.#serverOpen) return;
    this.#serverOpen = false;
    this.#server?.closed();
  }
}

const IN_USE = Object.assign(new Error('In use.'), { code: 'EADDRINUSE' });

function keyOf({ address, port }: Remote): string {
  return `${address}:${port}`;
}
