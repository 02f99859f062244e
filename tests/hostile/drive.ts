/** Feeds a million inputs and measures: whether one of them stalls, and whether memory stays flat. */
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { watchStalls } from '../support/stalls.ts';

/**
 * Milliseconds that one input may take. The long form runs on a machine of its own; any other may be busy or
 * slow, and what grows with the square of its length takes many seconds there.
 */
export const STALL = process.env['MUSTER_LONG'] === undefined ? 2_000 : 50;
/** Megabytes by which the heap may differ between an early moment and the end. */
export const FLAT = 6;

export interface FuzzFigures {
  readonly inputs: number;
  readonly perSecond: number;
  /** What the slowest input takes of the processor, fed again: the machine may have been busy. */
  readonly slowestMs: number;
  readonly heapGrowthMb: number;
  /** The longest that the event loop stood still, without and with what the machine took from it. */
  readonly stillMs: number;
  readonly stillWithMachineMs: number;
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
  const still = { longestMs: 0, withMachineMs: 0 };
  while (fed < run.inputs) {
    const until = Math.min(run.inputs, fed + run.pause.every);
    const began = performance.now();
    const stalled = watchStalls();
    const slow: Input[] = [];
    let most = slowest;
    for (; fed < until; fed += 1) {
      const input = run.next();
      // What it takes to make one is no part of what it costs.
      await turn();
      const once = feed(run, input);
      if (once >= STALL || once > most) slow.push(input);
      most = Math.max(most, once);
      await turn();
    }
    const { longestMs, withMachineMs } = stalled();
    still.longestMs = Math.max(still.longestMs, longestMs);
    still.withMachineMs = Math.max(still.withMachineMs, withMachineMs);
    spent += performance.now() - began;
    for (const input of slow) slowest = Math.max(slowest, spentOn(run, input));
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
    stillMs: Math.round(still.longestMs * 10) / 10,
    stillWithMachineMs: Math.round(still.withMachineMs * 10) / 10,
  };
}

/** Milliseconds of the clock. */
function feed<Input>(run: FuzzRun<Input>, input: Input): number {
  const began = performance.now();
  try {
    run.feed(input);
    return performance.now() - began;
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

/** The beginning of an input, for a person. */
export function shown(input: unknown): string {
  const text = Buffer.isBuffer(input) ? input.toString('base64') : String(input);
  return `${text.length} characters, ${JSON.stringify(text.slice(0, 200))} …`;
}

/** Bytes, after a collection. */
export function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}
