/** What one process does: one store, one size of batches, as much of the recording as its time allows. */
import { hashOf } from './held.ts';
import { PEERS } from './peers.ts';
import { RecordedLines } from './recording.ts';
import { startOf } from './rows.ts';
import { versionOf } from './version.ts';

/** After so many events a store may stop; what it holds is compared there. */
export const CHECKPOINTS: readonly number[] = [
  200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000,
];
const SLICE = 2_000;

export interface Task {
  readonly peer: string;
  readonly size: number;
  readonly recording: string;
  /** Milliseconds of applying after which the next checkpoint is the last. */
  readonly budget: number;
  /** What is held is hashed at every checkpoint, and not only at the last. */
  readonly everywhere: boolean;
  /** 'cpu': the processor time of the process. */
  readonly clock: string;
}

export interface Measured {
  readonly version: string;
  readonly events: number;
  readonly ms: number;
  /** By number of events. */
  readonly hashes: Readonly<Record<number, string>>;
}

export async function measure(task: Task): Promise<Measured> {
  const load = PEERS[task.peer];
  if (load === undefined) throw new RangeError(`there is no ${task.peer}`);
  const peer = await load();
  const lines = new RecordedLines(task.recording);
  const store = await peer.open(startOf(lines.opening));
  const now = task.clock === 'cpu' ? processorTime : () => performance.now();
  const hashes: Record<number, string> = {};
  let events = 0;
  let ms = 0;
  for (const checkpoint of CHECKPOINTS) {
    let over = false;
    while (events < checkpoint && !over) {
      const frames = lines.take(Math.min(SLICE, checkpoint - events));
      over = frames.length === 0;
      const began = now();
      for (let at = 0; at < frames.length; at += task.size) {
        const applied = store.apply(frames.slice(at, at + task.size));
        if (applied !== undefined) await applied;
      }
      ms += now() - began;
      events += frames.length;
    }
    const last = over || ms > task.budget || checkpoint === CHECKPOINTS.at(-1);
    if (last || task.everywhere) hashes[events] = hashOf(await store.held());
    if (last) break;
  }
  lines.close();
  return { version: versionOf(peer.package), events, ms, hashes };
}

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
