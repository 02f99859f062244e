import { WebSocket } from 'ws';
import { framesOf, parseFrame, type ClientMessage, type Frame } from '../../src/protocol/frames.ts';
import { PROTOCOL_VERSION } from '../../src/protocol/version.ts';

/** A plain client of `/connect`: it keeps every frame, and waits for what a test expects. */
export class SocketClient {
  readonly frames: Frame[] = [];
  readonly malformed: string[] = [];
  messages = 0;
  readonly #socket: WebSocket;
  readonly #waiting = new Set<() => void>();
  #batches = false;
  closed: { readonly code: number; readonly reason: string } | null = null;

  constructor(url: string, headers: Readonly<Record<string, string>> = {}) {
    this.#socket = new WebSocket(url, { headers });
    this.#socket.on('open', () => this.#wake());
    this.#socket.on('message', (data: Buffer) => {
      const frames = this.#batches ? framesOf(data.toString()) : [data.toString()];
      this.messages += 1;
      for (const text of frames) {
        const parsed = parseFrame(text);
        if (parsed.ok) this.frames.push(parsed.frame);
        else this.malformed.push(text);
      }
      this.#wake();
    });
    this.#socket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() };
      this.#wake();
    });
    this.#socket.on('error', (error) => {
      this.closed ??= { code: 0, reason: String(error) };
      this.#wake();
    });
  }

  /** Resolves when the socket is open. */
  async opened(): Promise<this> {
    await this.until(() => this.#socket.readyState === WebSocket.OPEN || this.closed !== null);
    return this;
  }

  send(message: ClientMessage | string): void {
    this.#socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Says hello and waits for the answer. `batches`: it takes several frames in one message. */
  async hello(
    cursors: Readonly<Record<string, number>> = {},
    batches = false,
    protocol = PROTOCOL_VERSION,
  ): Promise<Extract<Frame, { event: 'ack' }>> {
    await this.opened();
    this.#batches = batches;
    const asked = batches ? { batches } : {};
    this.send({ type: 'hello', protocol, build: 'test', cursors, ...asked });
    return this.expect('ack');
  }

  /** The first frame of an event, from the `after`-th frame on, for which `fits` holds. */
  async expect<N extends Frame['event']>(
    event: N,
    fits: (frame: Extract<Frame, { event: N }>) => boolean = () => true,
    after = 0,
  ): Promise<Extract<Frame, { event: N }>> {
    const find = () =>
      this.frames
        .slice(after)
        .find(
          (frame): frame is Extract<Frame, { event: N }> =>
            frame.event === event && fits(frame as Extract<Frame, { event: N }>),
        );
    await this.until(() => find() !== undefined || this.closed !== null);
    const found = find();
    if (found !== undefined) return found;
    throw new Error(`The socket closed (${JSON.stringify(this.closed)}) before ${event} came.`);
  }

  /** Everything that came on a stream, in the order in which it came. */
  on(stream: string): readonly Frame[] {
    return this.frames.filter((frame) => frame.stream === stream);
  }

  /** Resolves when it holds; asked again with every frame, and between them for what no frame tells. */
  async until(holds: () => boolean, milliseconds = 30_000): Promise<void> {
    if (holds()) return;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        clearInterval(between);
        this.#waiting.delete(look);
        reject(
          new Error(
            `Waited ${milliseconds} ms in vain; ${this.frames.length} frames have come, closed: ${JSON.stringify(this.closed)}.`,
          ),
        );
      }, milliseconds);
      const look = () => {
        if (!holds()) return;
        clearTimeout(timer);
        clearInterval(between);
        this.#waiting.delete(look);
        resolve();
      };
      const between = setInterval(look, 50);
      this.#waiting.add(look);
    });
  }

  /** Stops reading from the TCP connection, as a client that cannot follow. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Ends without a closing handshake. */
  kill(): void {
    this.#socket.terminate();
  }

  async close(): Promise<void> {
    this.#socket.close();
    await this.until(() => this.closed !== null);
  }

  #wake(): void {
    for (const look of this.#waiting) look();
  }
}
