import type { Socket } from 'node:dgram';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { crc32 } from 'node:zlib';

/** A packet as it came, after its checksum was checked. */
export interface RawPacket {
  readonly type: number;
  readonly sequence: number;
  readonly body: Buffer;
}

/** A bare BattlEye client for tests of the simulator: it does nothing that it is not told to. */
export class RawRconClient {
  readonly packets: RawPacket[] = [];
  /** Acknowledge server messages as they come. */
  acknowledges = true;
  readonly errors: Error[] = [];
  readonly #socket: Socket;
  readonly #waiting = new Set<() => void>();
  #sequence = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('message', (datagram) => this.#receive(datagram));
    socket.on('error', (error) => {
      this.errors.push(error);
      this.#check();
    });
  }

  /** Takes what a simulated server tells of its RCon port; null is a server without one. */
  static async open(port: number | null, host = '127.0.0.1'): Promise<RawRconClient> {
    if (port === null) throw new RangeError('The server has no RCon port.');
    const socket = createSocket('udp4');
    const connected = once(socket, 'connect');
    socket.connect(port, host);
    await connected;
    return new RawRconClient(socket);
  }

  close(): void {
    this.#socket.close();
  }

  send(...body: (number | string)[]): void {
    const parts = body.map((part) =>
      typeof part === 'number' ? Buffer.of(part) : Buffer.from(part),
    );
    const checked = Buffer.concat([Buffer.of(0xff), ...parts]);
    const head = Buffer.from('BE    ', 'latin1');
    head.writeUInt32LE(crc32(checked), 2);
    this.#socket.send(Buffer.concat([head, checked]));
  }

  /** True when the password was accepted. */
  async login(password: string): Promise<boolean> {
    const from = this.packets.length;
    this.send(0, password);
    await this.until(() => this.packets.slice(from).some(({ type }) => type === 0));
    return this.packets.slice(from).find(({ type }) => type === 0)?.sequence === 1;
  }

  /** Sends a command and puts its answer together, parts in any order. */
  async command(text: string): Promise<string> {
    const sequence = this.#sequence;
    this.#sequence = (sequence + 1) % 256;
    const from = this.packets.length;
    this.send(1, sequence, text);
    const answer = () => assemble(this.packets.slice(from), sequence);
    await this.until(() => answer() !== undefined);
    return answer() ?? '';
  }

  /** The texts of all server messages, copies included. */
  messages(): readonly string[] {
    return this.packets.filter(({ type }) => type === 2).map(({ body }) => body.toString('utf8'));
  }

  /** Waits for a condition on what came in. */
  async until(condition: () => boolean): Promise<void> {
    if (condition()) return;
    await new Promise<void>((resolve) => {
      const check = () => {
        if (!condition()) return;
        this.#waiting.delete(check);
        resolve();
      };
      this.#waiting.add(check);
    });
  }

  #receive(datagram: Buffer): void {
    const checked = datagram.subarray(6);
    if (datagram.readUInt32LE(2) !== crc32(checked)) throw new Error('The checksum is wrong.');
    const packet = {
      type: checked[1] ?? -1,
      sequence: checked[2] ?? -1,
      body: checked.subarray(3),
    };
    this.packets.push(packet);
    if (packet.type === 2 && this.acknowledges) this.send(2, packet.sequence);
    this.#check();
  }

  #check(): void {
    for (const check of this.#waiting) check();
  }
}

/** The answer to the command with this sequence, or undefined while parts of it are missing. */
export function assemble(packets: readonly RawPacket[], sequence: number): string | undefined {
  const mine = packets.filter((packet) => packet.type === 1 && packet.sequence === sequence);
  const first = mine[0];
  if (first === undefined) return undefined;
  if (first.body[0] !== 0 || first.body.length < 3) return first.body.toString('utf8');
  const parts = new Map(mine.map(({ body }) => [body[2] ?? 0, body.subarray(3)]));
  const total = first.body[1] ?? 0;
  if (parts.size < total) return undefined;
  return Buffer.concat(
    Array.from({ length: total }, (_, index) => parts.get(index) ?? Buffer.of()),
  ).toString('utf8');
}
