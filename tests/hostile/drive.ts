/** Feeds a million inputs and measures: whether one of them stalls, and whether memory stays flat. */
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { lookAtThread, type ThreadLook } from '../support/stalls.ts';

/**
 * Milliseconds that one input may take. The long form runs on a machine of its own; any other may be busy or
 * slow, and what grows with the square of its length takes many seconds there.
 */
export const STALL = process.env['MUSTER_LONG'] === undefined ? 2_000 : 50;
/** A collector's turn, or a statement compiled for the first time, comes once: what is slow by itself stays so. */
export const TRIALS = 5;
/** Megabytes by which the heap may differ between an early moment and the end. */
export const FLAT = 6;

export interface FuzzFigures {
  readonly inputs: number;
  readonly perSecond: number;
  /** The longest that the event loop stood still for one input, fed again where it seemed long. */
  readonly stillMs: number;
  /** The same at the first time, without and with what the machine took from it. */
  readonly stillAtFirstMs: number;
  readonly stillWithMachineMs: number;
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
  let fed = 0;
  let spent = 0;
  let stillMs = 0;
  let stillAtFirstMs = 0;
  let stillWithMachineMs = 0;
  while (fed < run.inputs) {
    const until = Math.min(run.inputs, fed + run.pause.every);
    const began = performance.now();
    const slow: Input[] = [];
    for (; fed < until; fed += 1) {
      const input = run.next();
      const { ownMs, withMachineMs } = await stillOver(run, input);
      stillWithMachineMs = Math.max(stillWithMachineMs, withMachineMs);
      stillAtFirstMs = Math.max(stillAtFirstMs, ownMs);
      if (ownMs >= STALL) slow.push(input);
      else stillMs = Math.max(stillMs, ownMs);
    }
    spent += performance.now() - began;
    for (const input of slow) stillMs = Math.max(stillMs, await least(run, input));
    await run.pause.run();
    if (heapEarly === 0 && fed >= early) heapEarly = heapUsed();
  }
  const heapGrowthMb = tenths((heapUsed() - heapEarly) / 2 ** 20);
  if (heapGrowthMb > FLAT) throw new RangeError(`The heap grew by ${heapGrowthMb} MB.`);
  return {
    inputs: fed,
    perSecond: Math.round((fed / spent) * 1_000),
    stillMs: tenths(stillMs),
    stillAtFirstMs: tenths(stillAtFirstMs),
    stillWithMachineMs: tenths(stillWithMachineMs),
    heapGrowthMb,
  };
}

/** From the moment of the input to when the event loop is free for others. */
async function stillOver<Input>(run: FuzzRun<Input>, input: Input) {
  // What it takes to make one is no part of what it costs.
  await turn();
  const before = lookAtThread();
  try {
    run.feed(input);
  } catch (cause) {
    throw new Error(`Thrown over ${shown(input)}`, { cause });
  }
  await turn();
  return between(before, lookAtThread());
}

function between(before: ThreadLook, after: ThreadLook) {
  const withMachineMs = after.at - before.at;
  return { withMachineMs, ownMs: withMachineMs - (after.waited - before.waited) };
}

async function least<Input>(run: FuzzRun<Input>, input: Input): Promise<number> {
  let ms = Number.POSITIVE_INFINITY;
  for (let trial = 0; trial < TRIALS; trial += 1) {
    ms = Math.min(ms, (await stillOver(run, input)).ownMs);
  }
  if (ms > STALL) throw new RangeError(`Stood still for ${Math.round(ms)} ms over ${shown(input)}`);
  return ms;
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

export function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
