/** One socket, and what it told as batches: the next one is made of all that came while the last was written. */
import type { z } from 'zod';
import { framesOf, type Frame } from '../../../src/protocol/frames.ts';
import { PROTOCOL_VERSION } from '../../../src/protocol/version.ts';
import type { CALLS } from '../../../src/protocol/calls.ts';
import { Batch } from '../edits.ts';
import { flatPlayer, flatServer, type FlatPlayer, type FlatServer } from '../rows.ts';

type Page = z.infer<typeof CALLS.serversList.answer>;

export interface Fleet {
  readonly servers: Map<string, FlatServer>;
  readonly players: Map<string, FlatPlayer>;
}

/** Frames as they come, several in a message as Muster's worker has them. */
export function listen(receive: (frame: Frame) => void): Promise<Fleet> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/connect`);
    socket.onopen = () => {
      const hello = { type: 'hello', protocol: PROTOCOL_VERSION, build: 'bench', cursors: {} };
      socket.send(JSON.stringify({ ...hello, batches: true }));
    };
    socket.onerror = () => reject(new Error('The socket failed.'));
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      for (const text of framesOf(data)) {
        const frame = JSON.parse(text) as Frame;
        if (frame.event === 'ack') opening().then(resolve, reject);
        else if (frame.stream !== undefined) receive(frame);
      }
    };
  });
}

/** What the host answers now. */
export async function opening(): Promise<Fleet> {
  const servers: Page['servers'] = [];
  for (let after: string | null = '0'.repeat(24); after !== null;) {
    const response = await fetch(`/app/v1/servers/list?after=${after}`);
    const page = (await response.json()) as Page;
    servers.push(...page.servers);
    after = page.next;
  }
  const players = servers.flatMap((server) =>
    server.players.map((player) => flatPlayer(player, server.id)),
  );
  return {
    servers: new Map(servers.map((server) => [server.id, flatServer(server)])),
    players: new Map(players.map((player) => [player.id, player])),
  };
}

/** Follows the host; `begin` gets what there is, `write` what each batch leaves different. */
export async function feed(
  begin: (fleet: Fleet) => Promise<void>,
  write: (batch: Batch) => Promise<void>,
): Promise<void> {
  let waiting: Frame[] = [];
  let wake: () => void = () => undefined;
  const { servers, players } = await listen((frame) => {
    waiting.push(frame);
    wake();
  });
  await begin({ servers, players });
  const run = async (): Promise<never> => {
    for (;;) {
      if (waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      const frames = waiting;
      waiting = [];
      const batch = new Batch(
        frames,
        (id) => servers.get(id),
        (id) => players.has(id),
      );
      for (const [id, row] of batch.servers) servers.set(id, row);
      for (const [id, player] of batch.players) {
        if (player === null) players.delete(id);
        else players.set(id, player);
      }
      await write(batch);
    }
  };
  void run();
}

export function present(batch: Batch): FlatPlayer[] {
  return [...batch.players.values()].filter((player) => player !== null);
}

export function gone(batch: Batch): string[] {
  return [...batch.players].flatMap(([id, player]) => (player === null ? [id] : []));
}

export function positions(servers: Iterable<{ readonly position: number }>): number {
  let sum = 0;
  for (const { position } of servers) sum += position;
  return sum;
}
