/** A BattlEye server on the fake network, as strict as the notes say, for tests of the session. */
import type { FakeNetwork } from '../doubles.ts';
import type { Clock, Endpoint } from '../ports.ts';
import { frame, parseServerPacket } from './packet.ts';

interface Client {
  readonly reply: (data: Uint8Array) => void;
  seq: number;
  /** Messages not acknowledged yet: number to the canceller of its repeat. */
  readonly open: Map<number, () => void>;
  lastCommand: number;
}

const REPEAT = 2_000;
const MAX_SENDS = 5;
const EXPIRY = 45_000;

export class FakeBattlEyeServer {
  password = 'secret';
  /** Whether commands are answered; a loading server takes log-ins alone. */
  ready = true;
  /** Takes everything in and sends nothing. */
  mute = false;
  /** How many log-ins will go unanswered. */
  ignoreLogins = 0;
  /** Lets in without a word, as where its answer is lost. */
  quietLogins = false;
  /** How long the answer to a log-in takes, ms. */
  loginsTake = 0;
  /** The same of a command. */
  commandsTake = 0;
  /** Bytes of text in one packet. */
  fragmentSize = 1_000;
  /** Answers of commands by their text; the others answer empty. */
  readonly answers = new Map<string, () => string>();
  /** Commands as they arrived, keep-alives as ''. */
  readonly commands: string[] = [];
  readonly logins: number[] = [];
  acks = 0;
  readonly #clock: Clock;
  readonly #clients = new Map<number, Client>();

  constructor(network: FakeNetwork, clock: Clock, endpoint: Endpoint) {
    this.#clock = clock;
    network.listen(endpoint, (data, client, reply) => this.#receive(data, client, reply));
  }

  get sessions(): number {
    return this.#clients.size;
  }

  /** The process restarts: nobody is logged in. */
  forgetEveryone(): void {
    for (const client of this.#clients.keys()) this.#drop(client);
  }

  /** A server message to everybody, repeated until acknowledged. */
  say(text: string): void {
    for (const [client, session] of this.#clients) {
      const { seq } = session;
      session.seq = (seq + 1) & 0xff;
      this.#sendMessage(client, seq, text, 1);
    }
  }

  #sendMessage(client: number, seq: number, text: string, sends: number): void {
    const session = this.#clients.get(client);
    if (session === undefined) return;
    this.#send(session, Buffer.concat([Buffer.of(2, seq), Buffer.from(text)]));
    const repeat = this.#clock.after(REPEAT, () => {
      if (sends < MAX_SENDS) this.#sendMessage(client, seq, text, sends + 1);
      else this.#drop(client);
    });
    session.open.set(seq, repeat);
  }

  #receive(data: Uint8Array, client: number, reply: (data: Uint8Array) => void): void {
    const bytes = Buffer.from(data);
    // The frame is the same both ways; the type byte tells the rest.
    const parsed = parseServerPacket(data);
    if (!parsed.ok && bytes[7] !== 0) return;
    const seq = bytes[8] ?? 0;
    if (bytes[7] === 0) this.#login(bytes.subarray(8).toString(), client, reply);
    const session = this.#clients.get(client);
    if (session === undefined) return;
    if (bytes[7] === 2) {
      this.acks += 1;
      session.open.get(seq)?.();
      session.open.delete(seq);
    }
    if (bytes[7] === 1) this.#command(session, client, seq, bytes.subarray(9).toString());
  }

  #login(password: string, client: number, reply: (data: Uint8Array) => void): void {
    this.logins.push(this.#clock.elapsed());
    if (this.ignoreLogins > 0 || this.mute) {
      this.ignoreLogins -= 1;
      return;
    }
    const accepted = password === this.password;
    if (accepted && !this.#clients.has(client)) {
      const lastCommand = this.#clock.elapsed();
      this.#clients.set(client, { reply, seq: 0, open: new Map(), lastCommand });
    }
    if (this.quietLogins) return;
    this.#clock.after(this.loginsTake, () => reply(frame(Buffer.of(0, accepted ? 1 : 0))));
  }

  #command(session: Client, client: number, seq: number, text: string): void {
    const now = this.#clock.elapsed();
    if (now - session.lastCommand > EXPIRY) {
      this.#drop(client);
      return;
    }
    session.lastCommand = now;
    this.commands.push(text);
    if (!this.ready) return;
    const answer = Buffer.from(this.answers.get(text)?.() ?? '');
    const total = Math.ceil(answer.length / this.fragmentSize);
    const send = (...body: readonly Uint8Array[]) => {
      this.#clock.after(this.commandsTake, () => this.#send(session, Buffer.concat(body)));
    };
    if (total <= 1) {
      send(Buffer.of(1, seq), answer);
      return;
    }
    for (let index = 0; index < total; index += 1) {
      const from = index * this.fragmentSize;
      const part = answer.subarray(from, from + this.fragmentSize);
      send(Buffer.of(1, seq, 0, total, index), part);
    }
  }

  #send(session: Client, body: Uint8Array): void {
    if (!this.mute) session.reply(frame(body));
  }

  #drop(client: number): void {
    for (const cancel of this.#clients.get(client)?.open.values() ?? []) cancel();
    this.#clients.delete(client);
  }
}

/** A `players` table, as the game prints it. Rows: slot, ip:port, ping, GUID with status or '-', name. */
export function playersTable(...rows: readonly string[]): string {
  return [
    'Players on server:',
    '[#] [IP Address]:[Port] [Ping] [GUID] [Name]',
    '--------------------------------------------------',
    ...rows,
    `(${rows.length} players in total)`,
  ].join('\n');
}

/** A row of that table. `guid` null is a player whom BattlEye does not know yet. */
export function playerRow(
  slot: number,
  name: string,
  guid: string | null,
  address = `203.0.113.${slot + 1}:2304`,
): string {
  const id = guid === null ? '-' : `${guid}(OK)`;
  const ping = guid === null ? '-1' : '50';
  return `${String(slot).padEnd(3)} ${address.padEnd(21)} ${ping.padEnd(4)} ${id} ${name}`;
}
