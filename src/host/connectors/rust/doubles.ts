/** A Rust server on the fake network, as odd as the notes say, for tests of the connector. */
import type { FakeNetwork } from '../doubles.ts';
import { TOO_LONG, type Clock, type Endpoint, type WebSocketEnd } from '../ports.ts';
import type { FakePeer } from '../websocket-doubles.ts';

interface Listed {
  readonly steamId: string;
  readonly name: string;
  readonly address: string;
}

interface Told {
  readonly Message: string;
  readonly Type: string;
  readonly Time: number;
}

export class FakeRustServer {
  password = 'secret';
  /** Whether commands are answered; a loading server takes connections alone. */
  ready = true;
  /** How the next handshakes end, instead of being let in. */
  readonly refusals: WebSocketEnd[] = [];
  /** Who `playerlist` shows. */
  players: Listed[] = [];
  slots = 100;
  queue = 0;
  joining = 0;
  startedAt: number;
  /** Frames that answer a command, in their order; the others answer nothing at all. */
  readonly answers = new Map<string, () => readonly string[]>();
  /** Commands as they arrived. */
  readonly commands: string[] = [];
  readonly connections: number[] = [];
  #console: Told[] = [];
  #chat: object[] = [];
  readonly #clock: Clock;
  readonly #peers = new Set<FakePeer>();

  constructor(network: FakeNetwork, clock: Clock, endpoint: Endpoint) {
    this.#clock = clock;
    this.startedAt = clock.now();
    network.web.listen(endpoint, {
      admit: (peer) => this.#admit(peer),
      onMessage: (peer, text) => this.#command(peer, text),
      onClose: (peer) => this.#peers.delete(peer),
    });
  }

  get sessions(): number {
    return this.#peers.size;
  }

  /** The process ends as `quit` ends it: without a word. */
  die(): void {
    this.#closeAll(1006);
  }

  /** A message is on its way that is longer than the client reads: it closes the connection. */
  overflow(): void {
    this.#closeAll(TOO_LONG);
  }

  /** A line of the console, to everybody and into the history. */
  print(text: string): void {
    this.#console = [...this.#console, { Message: text, Type: 'Generic', Time: this.#seconds }];
    this.#broadcast({ Message: text, Identifier: 0, Type: 'Generic', Stacktrace: '' });
  }

  /** A chat message, with the console's copy of it. */
  say(steamId: string, name: string, text: string, channel = 0): void {
    const message = {
      Channel: channel,
      Message: text,
      UserId: steamId,
      Username: name,
      Color: '#eee',
      Time: this.#seconds,
    };
    this.#chat = [...this.#chat, message];
    if (steamId !== '0') this.print(`[CHAT] ${name}[${steamId}] : ${text}`);
    const Message = JSON.stringify(message, null, 2).replaceAll('\n', '\r\n');
    this.#broadcast({ Message, Identifier: -1, Type: 'Chat', Stacktrace: null });
  }

  /** A player's report to the admins, as the game words it. */
  report(Message: string): void {
    this.#broadcast({ Message, Identifier: 0, Type: 'Report', Stacktrace: '' });
  }

  /** Somebody connects, with the lines of it; the list shows them once `listed`. */
  join(steamId: string, name: string, listed = true, address = '203.0.113.1:4000'): void {
    this.print(`${address}/${steamId}/${name} joined [windows/${steamId}]`);
    if (listed) this.players = [...this.players, { steamId, name, address }];
  }

  leave(steamId: string, reason = 'closing'): void {
    const player = this.players.find((listed) => listed.steamId === steamId);
    this.players = this.players.filter((listed) => listed !== player);
    if (player === undefined) return;
    this.print(`${player.address}/${steamId}/${player.name} disconnecting: ${reason}`);
  }

  get #seconds(): number {
    return Math.floor(this.#clock.now() / 1_000);
  }

  #admit(peer: FakePeer): WebSocketEnd | null {
    this.connections.push(this.#clock.elapsed());
    const refusal = this.refusals.shift();
    if (refusal !== undefined) return refusal;
    if (decodeURIComponent(peer.path.slice(1)) !== this.password) {
      return { kind: 'closed', code: 1005, reason: '' };
    }
    this.#peers.add(peer);
    return null;
  }

  #closeAll(code: number): void {
    for (const peer of this.#peers) peer.close(code);
    this.#peers.clear();
  }

  #broadcast(frame: object): void {
    for (const peer of this.#peers) peer.send(JSON.stringify(frame));
  }

  #command(peer: FakePeer, text: string): void {
    const { Identifier, Message } = JSON.parse(text) as { Identifier: number; Message: string };
    this.commands.push(Message);
    if (!this.ready) return;
    for (const answer of this.#answer(Message)) {
      peer.send(JSON.stringify({ Message: answer, Identifier, Type: 'Generic', Stacktrace: '' }));
    }
  }

  #answer(command: string): readonly string[] {
    const made = this.answers.get(command);
    if (made !== undefined) return made();
    if (command.startsWith('say ')) {
      this.say('0', 'SERVER', command.slice(4), 2);
      return [''];
    }
    const kick = /^kick (\d+)(?: "(.*)")?$/.exec(command);
    if (kick?.[1] !== undefined) return [this.#kick(kick[1], kick[2] ?? 'no reason given')];
    const tail = /^console\.tail (\d+)$/.exec(command)?.[1];
    if (tail !== undefined) return [JSON.stringify(this.#console.slice(-Number(tail)))];
    switch (command) {
      case 'playerlist':
        return [playerList(...this.players)];
      case 'serverinfo':
        return [this.#info()];
      case 'chat.tail 512':
        return [JSON.stringify(this.#chat.slice(-512))];
      default:
        return [];
    }
  }

  #kick(steamId: string, reason: string): string {
    const player = this.players.find((listed) => listed.steamId === steamId);
    if (player === undefined) return 'Player not found';
    this.say('0', 'SERVER', `Kicking ${player.name} (${reason})`, 2);
    this.leave(steamId, `Kicked: ${reason}`);
    return `Kicked: ${player.name}`;
  }

  #info(): string {
    return JSON.stringify({
      Hostname: 'A Rust server',
      MaxPlayers: this.slots,
      Players: this.players.length,
      Queued: this.queue,
      Joining: this.joining,
      GameTime: '04/26/1983 09:01:17',
      Uptime: Math.floor((this.#clock.now() - this.startedAt) / 1_000),
      Map: 'Procedural Map',
      SaveCreatedTime: '09/26/2026 13:00:13',
      Version: 2633,
      Protocol: '2633.288.1',
    });
  }
}

/** A `playerlist`, as the game prints it. */
export function playerList(...players: readonly Listed[]): string {
  const rows = players.map(({ steamId, name, address }) => ({
    SteamID: steamId,
    OwnerSteamID: '0',
    DisplayName: name,
    Ping: 40,
    Address: address,
    ConnectedSeconds: 60,
    VoiationLevel: 0.0,
    Health: 100.0,
  }));
  return JSON.stringify(rows, null, 2).replaceAll('\n', '\r\n');
}
