/**
 * A recorded night over every wire: the simulator's UDP, the game's own log beside it, the host's log and
 * database, a client's socket.
 */
import { readFileSync } from 'node:fs';
import { appendFile, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { DomainEvent } from '../src/domain/event.ts';
import { fold } from '../src/domain/fold.ts';
import { hashRows } from '../src/domain/hash.ts';
import { createRows, type Rows } from '../src/domain/state.ts';
import { CALLS } from '../src/protocol/calls.ts';
import { battleyeGuid } from '../src/domain/players/battleye-guid.ts';
import { GAME } from '../src/protocol/enumerations.ts';
import { serverStream } from '../src/protocol/streams.ts';
import { readRecording } from '../src/sim/recorded/recording.ts';
import { Replay } from '../src/sim/recorded/replay.ts';
import { startSimServer } from '../src/sim/server.ts';
import { createTestAccount } from './support/accounts.ts';
import { addServer, RCON_PASSWORD } from './support/added-server.ts';
import type { TestBrowser } from './support/host.ts';
import { startLiveHost, type LiveHost } from './support/live-host.ts';
import { giveFolder } from '../src/host/game-logs/given-folders.ts';
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

/** The game's console as it is written while the night is played, with the time that it is now. */
class GameConsole {
  readonly #path: string;
  readonly #lines: readonly string[];
  #printed = 0;

  constructor(path: string, text: string) {
    this.#path = path;
    this.#lines = text.split('\n').filter((line) => line !== '');
  }

  async printTo(line: number): Promise<void> {
    const now = new Date().toISOString().slice(11, 19);
    const lines = this.#lines.slice(this.#printed, line + 1);
    this.#printed += lines.length;
    const printed = lines.map((text) => `${text.replace(/^.{8}/, now)}\n`);
    await appendFile(this.#path, printed.join(''));
  }
}

/** How many entries of each kind the feed has. */
async function fed(host: LiveHost, id: string): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{ kind: string; count: number }>`
    select data->'entry'->>'kind' as kind, count(*) as count from event_log
    where stream = ${serverStream(id, 'feed')} group by 1
  `.execute(host.deps.db);
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
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
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'muster-night-')));
    const host = await startLiveHost(undefined, false, { logRoot: folder });
    try {
      const { browser, id: owner } = await createTestAccount(host.app, host.deps, [
        'host.server.create',
      ]);
      await giveFolder(host.deps, owner, folder, Date.now());
      const id = await addServer(browser, sim, 'Night', GAME.ARMA3);
      await host.deps.db
        .updateTable('servers')
        .set({ log_folder: folder, timezone: 'UTC' })
        .where('id', '=', id)
        .execute();
      const socket = host.connect(browser);
      await socket.hello();
      const client = new Client(socket, serverStream(id, 'list'));
      await client.snapshot(browser);
      await socket.until(() => {
        client.names();
        return client.rows.servers.get(id)?.state.ready === true;
      });

      const replay = new Replay(sim.world, readRecording(text));
      const console = new GameConsole(join(folder, 'server_console.log'), text);
      let played = 0;
      let most = 0;
      for (let event = replay.step(); event !== undefined; event = replay.step()) {
        played += 1;
        // Often enough that the one-byte numbers of messages never run once around unread.
        if (played % 25 !== 0) continue;
        await console.printTo(event.line);
        const there = replay
          .roster()
          .map(({ name }) => name)
          .toSorted();
        await socket.until(() => client.names().join('\n') === there.join('\n'));
        most = Math.max(most, there.length);
        expect(client.rows.servers.get(id)?.population.players ?? there.length).toBe(there.length);
      }
      await console.printTo(Number.POSITIVE_INFINITY);
      const kickings = text.match(/ Kicking player name=/g)?.length ?? 0;
      await expect.poll(() => fed(host, id), { timeout: 20_000 }).toMatchObject({ kick: kickings });
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
      // RCon tells who comes and goes; whom the game kicks, and by what SteamID they play, the log alone.
      expect(await fed(host, id)).toEqual({
        join: arrivals,
        leave: arrivals - sim.roster().length,
        kick: kickings,
        state: 1,
        configuration: 1,
      });
      const known = await host.deps.db
        .selectFrom('play_sessions')
        .select(['guid', 'steam_id'])
        .where('server_id', '=', id)
        .where('steam_id', 'is not', null)
        .where('guid', 'is not', null)
        .execute();
      expect(known.length).toBeGreaterThan(300);
      for (const { guid, steam_id } of known) expect(battleyeGuid(steam_id ?? '')).toBe(guid);
      process.stdout.write(
        `recorded night through the portal: ${played} events, ${arrivals} stays, up to ${most} players\n`,
      );
    } finally {
      await host.stop();
      await sim.stop();
      await rm(folder, { recursive: true });
    }
  },
);
