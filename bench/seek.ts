/**
 * Seeking in a recording of a million events: a file is played once from beginning to end, as `/replay` opens
 * it, and then moments of it are jumped to in a random order. Rows are held against those of a plain replay.
 *
 *   node bench/run.mjs seek
 *   node bench/run.mjs seek --events 1000000 --servers 5000 --players 80000 --seeks 300 --seed 1
 */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { LineFile } from '../src/cli/recordings/lines.ts';
import { realtimeEvent } from '../src/domain/event.ts';
import { fold } from '../src/domain/fold.ts';
import { hashRows } from '../src/domain/hash.ts';
import { MarkedEvents, readBeginning } from '../src/domain/recordings/marked-events.ts';
import { Player } from '../src/domain/recordings/player.ts';
import { RecordingWriter } from '../src/domain/recordings/write.ts';
import { createRows } from '../src/domain/state.ts';
import { createLoad } from '../src/testing/frames.ts';
import { createRandom } from '../src/testing/random.ts';
import { openingEvents } from '../src/testing/snapshots.ts';
import { machine, quantile } from './browser/figures.ts';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    servers: { type: 'string', default: '1500' },
    players: { type: 'string', default: '20000' },
    seeks: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
  },
});
const seed = Number(values.seed);
const events = Number(values.events);
/** Positions whose hash is taken while it is written. */
const CHECKED = 20;

function write(path: string): ReadonlyMap<number, string> {
  const file = openSync(path, 'w');
  try {
    const servers = Number(values.servers);
    const load = createLoad({ seed, servers, players: Number(values.players) });
    const rows = createRows();
    fold(rows, openingEvents(load.world));
    const writer = new RecordingWriter({ build: 'bench', sources: ['realtime'], seed }, rows);
    for (const line of writer.begin()) writeSync(file, `${line}\n`);
    const hashes = new Map<number, string>();
    const step = Math.floor(events / CHECKED);
    while (writer.seq < events) {
      const lines: string[] = [];
      for (const frame of load.take(1_000)) {
        if (writer.seq === events) break;
        lines.push(writer.event(realtimeEvent(frame)));
        if (writer.seq % step === 0) hashes.set(writer.seq, hashRows(rows));
      }
      writeSync(file, `${lines.join('\n')}\n`);
      for (const server of load.world.servers) server.feed.length = 0;
    }
    writeSync(file, `${writer.end()}\n`);
    return hashes;
  } finally {
    closeSync(file);
  }
}

/** What is kept, in bytes. */
function heap(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

const folder = mkdtempSync(join(tmpdir(), 'muster-bench-'));
try {
  const path = join(folder, 'recording.ndjson');
  const hashes = write(path);
  const file = new LineFile(path, () => undefined);
  const lines = file.lines.bind(file);
  const opening = performance.now();
  const beginning = readBeginning(lines, () => undefined);
  const source = new MarkedEvents(lines, beginning, () => undefined);
  const player = new Player(source, { start: beginning.rows });
  player.seekEnd();
  const opened = (performance.now() - opening) / 1_000;
  const random = createRandom(seed);
  const took: number[] = [];
  for (let index = 0; index < Number(values.seeks); index++) {
    const position = 1 + random.below(events);
    const began = performance.now();
    player.seek(position);
    took.push(performance.now() - began);
  }
  let wrong = 0;
  for (const [position, hash] of hashes) {
    player.seek(position);
    if (hashRows(player.rows) !== hash) wrong++;
  }
  const [half, most, worst] = [0.5, 0.99, 1].map((share) => quantile(took, share)?.toFixed(1));
  const megabytes = Math.round(heap() / 1_048_576);
  console.log(machine());
  console.log(
    `${events} events, ${values.servers} servers, ${values.players} players at the beginning, ` +
      `${Math.round(file.bytes / 1_048_576)} MB; played once in ${opened.toFixed(1)} s; ${megabytes} MB of heap`,
  );
  console.log(`${took.length} seeks: median ${half} ms, p99 ${most} ms, longest ${worst} ms`);
  console.log(`${hashes.size} places held against a plain replay, ${wrong} wrong`);
  file.close();
  if (wrong > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
