/** A recorded night over every wire: the simulator's UDP, the host's log and database, a client's socket. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { DomainEvent } from '../src/domain/event.ts';
import { fold } from '../src/domain/fold.ts';
import { hashRows } from '../src/domain/hash.ts';
import { createRows, type Rows } from '../src/domain/state.ts';
import { CALLS } from '../src/protocol/calls.ts';
import { GAME } from '../src/protocol/enumerations.ts';
import { serverStream } from '../src/protocol/streams.ts';
import { readRecording } from '../src/sim/recorded/recording.ts';
import { Replay } from '../src/sim/recorded/replay.ts';
import { startSimServer } from '../src/sim/server.ts';
import { createTestAccount } from './support/accounts.ts';
import { addServer, RCON_PASSWORD } from './support/added-server.ts';
import type { TestBrowser } from './support/host.ts';
import { startLiveHost } from './support/live-host.ts';
import type { SocketClient } from './support/socket-client.ts';

const corpus = process.env['MUSTER_CORPUS'];

/** A client that folds what its socket brings onto a snapshot. */
class Client {
  readonly rows: Rows = createRows();
  readonly #socket: SocketClient;
  readonly #stream: string;
  #folded = 0;

  constructor(socket: SocketClient, stream: string) {
    this.#socket = socket;
    this.#stream = stream;
  }

  async snapshot(browser: TestBrowser): Promise<void> {
    const answer = await browser.get('/app/v1/servers/list');
    const data = { ...CALLS.serversList.answer.parse(answer.json()), whole: true };
    fold(this.rows, [{ source: 'rest', event: 'servers', at: 0, data }]);
  }

  /** Who is there by what has come. */
  names(): readonly string[] {
    const frames = this.#socket.frames.slice(this.#folded);
    this.#folded += frames.length;
    const told = frames.filter((frame) => frame.stream === this.#stream);
    fold(
      this.rows,
      told.map((frame) => ({ source: 'realtime', ...frame }) as DomainEvent),
    );
    return [...this.rows.players.values()].map(({ name }) => name).toSorted();
  }
}

test.skipIf(corpus === undefined)(
  "a portal's roster follows a recorded night, and a client who comes late sees the same",
  { timeout: 90_000 },
  async () => {
    const text = readFileSync(join(corpus ?? '', 'arma3_console', 'ops_16h.part1.log'), 'utf8');
    const sim = await startSimServer({
      game: 'ARMA3',
      password: RCON_PASSWORD,
      slots: 128,
      join: 'manual',
    });
    const host = await startLiveHost();
    try {
      const { browser } = await createTestAccount(host.app, host.deps, ['host.server.create']);
      const id = await addServer(browser, sim, 'Night', GAME.ARMA3);
      const socket = host.connect(browser);
      await socket.hello();
      const client = new Client(socket, serverStream(id, 'list'));
      await client.snapshot(browser);
      await socket.until(() => {
        client.names();
        return client.rows.servers.get(id)?.state.ready === true;
      });

      const replay = new Replay(sim.world, readRecording(text));
      let played = 0;
      let most = 0;
      for (let event = replay.step(); event !== undefined; event = replay.step()) {
        played += 1;
        // Often enough that the one-byte numbers of messages never run once around unread.
        if (played % 25 !== 0) continue;
        const there = replay
          .roster()
          .map(({ name }) => name)
          .toSorted();
        await socket.until(() => client.names().join('\n') === there.join('\n'));
        most = Math.max(most, there.length);
        expect(client.rows.servers.get(id)?.population.players ?? there.length).toBe(there.length);
      }
      const late = new Client(socket, serverStream(id, 'list'));
      await late.snapshot(browser);
      await host.live.supervisor.idle();
      await socket.until(() => {
        late.names();
        client.names();
        return hashRows(late.rows) === hashRows(client.rows);
      });
      const arrivals = replay.recording.events.filter(({ kind }) => kind === 'appear').length;
      const { rows } = await sql<{ stays: number; open: number }>`
        select count(*) as stays, count(*) filter (where left_at is null) as open
        from play_sessions where server_id = ${id}
      `.execute(host.deps.db);
      expect(rows).toEqual([{ stays: arrivals, open: sim.roster().length }]);
      process.stdout.write(
        `recorded night through the portal: ${played} events, ${arrivals} stays, up to ${most} players\n`,
      );
    } finally {
      await host.stop();
      await sim.stop();
    }
  },
);
