/**
 * One generated recording through Muster's reducers and views, and through what people would use instead:
 * the top 50 servers by players and the totals are true after every batch. Only applying is timed. Each
 * measurement is a process of its own; what a store holds and shows in the end is compared by a hash. A
 * store that is slow stops earlier in the recording, and its rate is that of what it applied.
 *
 *   npm install --prefix bench
 *   node bench/run.mjs peers
 *   node bench/run.mjs peers --runs 3 --budget 2 --only "bare Map,Muster" --events 1000000 --servers 5000
 *
 * `--clock cpu` takes the processor time of the process, all its threads, where the machine does other work.
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { machine, quantile } from './browser/figures.ts';
import { measure, type Measured, type Task } from './peers/measure.ts';
import { PEERS } from './peers/peers.ts';
import { writeRecording } from './peers/recording.ts';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    servers: { type: 'string', default: '5000' },
    players: { type: 'string', default: '80000' },
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '3' },
    budget: { type: 'string', default: '2' },
    only: { type: 'string' },
    clock: { type: 'string', default: 'wall' },
    task: { type: 'string' },
  },
});

const SIZES = [200, 1];
const REFERENCE = 'bare Map';

/** Runs a task in a process of its own. */
function inProcess(task: Task): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), ['--task', JSON.stringify(task)], {
      env: { ...process.env, NODE_ENV: 'production' },
    });
    let measured: Measured | undefined;
    child.on('message', (message) => (measured = message as Measured));
    child.on('error', reject);
    child.on('exit', (code) => {
      if (measured !== undefined && code === 0) resolve(measured);
      else reject(new Error(`${task.peer} ended with ${code}`));
    });
  });
}

async function compare(recording: string): Promise<void> {
  const base = {
    recording,
    budget: Number(values.budget) * 1_000,
    everywhere: false,
    clock: values.clock,
  };
  const { hashes } = await inProcess({
    ...base,
    peer: REFERENCE,
    size: 200,
    budget: Number.MAX_SAFE_INTEGER,
    everywhere: true,
  });
  const names = values.only?.split(',') ?? Object.keys(PEERS);
  const results = new Map<string, Measured[]>();
  for (let run = 0; run < Number(values.runs); run++) {
    for (const size of SIZES) {
      for (const peer of names) {
        const measured = await inProcess({ ...base, peer, size });
        const { events, hashes: found } = measured;
        if (found[events] === undefined || found[events] !== hashes[events]) {
          throw new Error(`${peer} holds other rows than the ${REFERENCE} after ${events} events.`);
        }
        const key = `${peer}/${size}`;
        results.set(key, [...(results.get(key) ?? []), measured]);
      }
    }
  }
  print(names, results);
}

const rateOf = ({ events, ms }: Measured): number => (events / ms) * 1_000;

function print(names: readonly string[], results: ReadonlyMap<string, readonly Measured[]>): void {
  console.log('events a second: median (slowest to fastest) of how many events, of the bare Map');
  for (const size of SIZES) {
    console.log(`\nbatches of ${size}`);
    const reference = quantile((results.get(`${REFERENCE}/${size}`) ?? []).map(rateOf), 0.5);
    for (const name of names) {
      const runs = results.get(`${name}/${size}`) ?? [];
      const rates = runs.map(rateOf);
      const [half, least, most] = [0.5, 0, 1].map((share) => quantile(rates, share));
      const [told, low, high] = [half, least, most].map(rounded);
      const ratio = ((half ?? Number.NaN) / reference).toFixed(3);
      const of = Math.max(...runs.map(({ events }) => events)).toLocaleString('en');
      const label = `${name} ${runs[0]?.version ?? ''}`.trim().padEnd(26);
      console.log(`${label}${told?.padStart(10)} (${low} to ${high}) of ${of}, ${ratio}`);
    }
  }
  console.log('\nAll hold the same rows and show the same top 50 and totals.');
}

/** Three figures of it are all that is known. */
function rounded(rate: number | undefined): string {
  return Number((rate ?? Number.NaN).toPrecision(3)).toLocaleString('en');
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-bench-'));
  try {
    const recording = join(folder, 'recording.ndjson');
    const began = performance.now();
    writeRecording(recording, {
      seed: Number(values.seed),
      events: Number(values.events),
      servers: Number(values.servers),
      players: Number(values.players),
    });
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    console.log(machine());
    console.log(
      `${values.events} events, ${values.servers} servers, ${values.players} players at the ` +
        `beginning, seed ${values.seed}, written in ${seconds} s; ${values.runs} runs`,
    );
    await compare(recording);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (values.task === undefined) await main();
else {
  process.send?.(await measure(JSON.parse(values.task) as Task));
  process.exit();
}
