/** Servers with people who come, go and talk, two hosts that end and start, and two clients that follow it all. */
import { sql } from 'kysely';
import { Random } from '../../src/sim/random.ts';
import { startQuickSim } from '../support/added-server.ts';
import { startHostPair, until, type HostPair, type PairedHost } from './host-pair.ts';
import { check, takeovers, type Ending, type Findings } from './ledger.ts';
import { LoadedServer } from './load.ts';
import { isFollowed, Witness } from './witness.ts';

const SECOND = 1_000;
/** What was asked for: another host has the server so soon after its host died. */
export const TAKEN_OVER_WITHIN = 10 * SECOND;

export class Trial {
  readonly pair: HostPair;
  readonly servers: LoadedServer[] = [];
  readonly witnesses: Witness[] = [];
  /** The same numbers in every run. */
  readonly random = new Random(20_261_121);
  readonly #endings: Ending[] = [];
  #loading: NodeJS.Timeout | undefined;

  private constructor(pair: HostPair) {
    this.pair = pair;
  }

  static async begin(count: number, landed?: Parameters<typeof startHostPair>[0]): Promise<Trial> {
    const trial = new Trial(await startHostPair(landed));
    const { pair, servers, witnesses } = trial;
    for (let n = 0; n < count; n += 1) {
      const sim = await startQuickSim();
      servers.push(
        new LoadedServer(sim, await pair.add(sim, `Server ${n}`), () => trial.random.next()),
      );
    }
    const ids = servers.map(({ id }) => id);
    for (const preferred of [0, 1] as const) {
      witnesses.push(new Witness(pair, ids, preferred).start());
    }
    await until(() => witnesses.every(({ following }) => following), 15 * SECOND);
    for (const server of servers) for (let n = 0; n < 5; n += 1) server.join();
    trial.#loading = setInterval(() => {
      for (const server of servers) server.step();
    }, 100);
    return trial;
  }

  async stop(): Promise<void> {
    clearInterval(this.#loading);
    for (const witness of this.witnesses) await witness.stop();
    for (const { sim } of this.servers) await sim.stop();
    await this.pair.stop();
  }

  /** Kills or stops a host, and notes which servers it had. */
  async end(host: PairedHost, how: 'kill' | 'quit'): Promise<readonly Ending[]> {
    const had: string[] = [];
    for (const { id } of this.servers) if ((await this.pair.holder(id)) === host) had.push(id);
    const at = Date.now();
    if (how === 'kill') await host.process.kill();
    else await host.process.quit();
    const ended = had.map((server) => ({ server, at }));
    this.#endings.push(...ended);
    return ended;
  }

  other(host: PairedHost): PairedHost {
    return this.pair.hosts.find((known) => known !== host)!;
  }

  /** Resolves when each of these servers has been logged in to by another host; answers after how long. */
  async takenOver(ended: readonly Ending[]): Promise<readonly number[]> {
    await until(() => takeovers(this.servers, ended).every(Number.isFinite), 2 * TAKEN_OVER_WITHIN);
    return takeovers(this.servers, ended);
  }

  /** Lets it become quiet, and looks whether anything was lost or doubled. */
  async findings(): Promise<Findings> {
    await this.#quiet();
    return check(this.pair.open.db, this.servers, this.#endings, this.witnesses);
  }

  /** Nothing happens any more, and everybody has heard everything. */
  async #quiet(): Promise<void> {
    clearInterval(this.#loading);
    const { db } = this.pair.open;
    const rosters = () =>
      this.servers.map(async ({ id, present }) => {
        const { rows } = await sql<{ name: string }>`
          select name from play_sessions where server_id = ${id} and left_at is null order by name
        `.execute(db);
        return rows.map(({ name }) => name).join() === present.join();
      });
    await until(async () => (await Promise.all(rosters())).every(Boolean), 60 * SECOND);
    await until(async () => {
      const { rows } = await sql<{ stream: string; head: number }>`
        select stream, head from streams where stream like 'server/%'
      `.execute(db);
      return rows
        .filter(({ stream }) => isFollowed(stream))
        .every(({ stream, head }) =>
          this.witnesses.every((witness) => witness.cursor(stream) === head),
        );
    }, 30 * SECOND);
  }
}
