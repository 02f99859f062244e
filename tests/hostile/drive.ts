/** Feeds a million inputs and measures: whether one of them stalls, and whether memory stays flat. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds that one input may take. */
const STALL = 50;
/** Megabytes by which the heap may differ between an early moment and the end. */
const FLAT = 6;

export interface FuzzFigures {
  readonly inputs: number;
  readonly perSecond: number;
  /** Of the slowest input, fed again where it seemed slow: the machine may have been busy. */
  readonly slowestMs: number;
  readonly heapGrowthMb: number;
}

export interface FuzzRun<Input> {
  readonly inputs: number;
  next(): Input;
  feed(input: Input): void;
  /** Called after every so many inputs; throws where the truth is not restored. */
  readonly pause: { readonly every: number; run(): Promise<void> };
}

/** Feeds `inputs` inputs. Rejects with whatever an input throws, and where one stalls or memory grows. */
export async function drive<Input>(run: FuzzRun<Input>): Promise<FuzzFigures> {
  const early = Math.max(run.pause.every, Math.floor(run.inputs / 4));
  let heapEarly = 0;
  let slowest = 0;
  let fed = 0;
  let spent = 0;
  while (fed < run.inputs) {
    const until = Math.min(run.inputs, fed + run.pause.every);
    const began = performance.now();
    for (; fed < until; fed += 1) slowest = Math.max(slowest, feed(run, run.next()));
    spent += performance.now() - began;
    await run.pause.run();
    if (heapEarly === 0 && fed >= early) heapEarly = heapUsed();
  }
  const heapGrowthMb = Math.round(((heapUsed() - heapEarly) / 2 ** 20) * 10) / 10;
  if (heapGrowthMb > FLAT) throw new RangeError(`The heap grew by ${heapGrowthMb} MB.`);
  return {
    inputs: fed,
    perSecond: Math.round((fed / spent) * 1_000),
    slowestMs: Math.round(slowest * 10) / 10,
    heapGrowthMb,
  };
}

function feed<Input>(run: FuzzRun<Input>, input: Input): number {
  const began = performance.now();
  try {
    run.feed(input);
    const once = performance.now() - began;
    return once < STALL ? once : spentOn(run, input);
  } catch (cause) {
    throw new Error(`Thrown over ${shown(input)}`, { cause });
  }
}

/** Milliseconds of the processor, at the best of some trials: the clock also counts what others did meanwhile. */
function spentOn<Input>(run: FuzzRun<Input>, input: Input): number {
  let least = Number.POSITIVE_INFINITY;
  for (let trial = 0; trial < 10; trial += 1) {
    const before = process.cpuUsage();
    run.feed(input);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  if (least > STALL) throw new RangeError(`${Math.round(least)} ms were spent on ${shown(input)}`);
  return least;
}

function shown(input: unknown): string {
  const text = Buffer.isBuffer(input) ? input.toString('base64') : String(input);
  return JSON.stringify(text.slice(0, 20_000));
}

function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}
