/** Sends a running host one input after the other, and measures how long each makes it stand still. */
import { setImmediate as turn } from 'node:timers/promises';
import { watchStalls } from '../support/stalls.ts';
import { FLAT, heapUsed, shown, STALL, tenths, TRIALS } from './drive.ts';

export interface HeldFigures {
  readonly inputs: number;
  readonly perSecond: number;
  /** The longest that the event loop stood still for one input, sent again where it seemed long. */
  readonly stillMs: number;
  /** The same at the first time, with what the machine took from it. */
  readonly stillWithMachineMs: number;
  readonly heapGrowthMb: number;
}

export interface HeldRun<Input> {
  readonly inputs: number;
  next(): Promise<Input> | Input;
  /** Resolves when the host has answered, or has closed the connection; rejects where it broke. */
  send(input: Input): Promise<void>;
  /** It for a person. */
  describe(input: Input): unknown;
}

/** Sends `inputs` inputs to a host of this process. Rejects where one stalls it or memory grows. */
export async function hold<Input>(run: HeldRun<Input>): Promise<HeldFigures> {
  let stillMs = 0;
  let stillWithMachineMs = 0;
  let spent = 0;
  let early = 0;
  for (let sent = 0; sent < run.inputs; sent += 1) {
    const input = await run.next();
    const began = performance.now();
    const first = await stillOver(run, input);
    spent += performance.now() - began;
    stillWithMachineMs = Math.max(stillWithMachineMs, first.withMachineMs);
    stillMs = Math.max(
      stillMs,
      first.longestMs < STALL ? first.longestMs : await least(run, input),
    );
    if (sent === run.inputs >> 1) early = heapUsed();
  }
  const heapGrowthMb = tenths((heapUsed() - early) / 2 ** 20);
  if (heapGrowthMb > FLAT) throw new RangeError(`The heap grew by ${heapGrowthMb} MB.`);
  return {
    inputs: run.inputs,
    perSecond: Math.round((run.inputs / spent) * 1_000),
    stillMs: tenths(stillMs),
    stillWithMachineMs: tenths(stillWithMachineMs),
    heapGrowthMb,
  };
}

async function stillOver<Input>(run: HeldRun<Input>, input: Input) {
  // What it took to make it is no part of what it costs.
  await turn();
  const stalled = watchStalls();
  try {
    await run.send(input);
  } catch (cause) {
    throw new Error(`Broken by ${shown(run.describe(input))}`, { cause });
  }
  await turn();
  return stalled();
}

async function least<Input>(run: HeldRun<Input>, input: Input): Promise<number> {
  let longestMs = Number.POSITIVE_INFINITY;
  for (let trial = 0; trial < TRIALS; trial += 1) {
    longestMs = Math.min(longestMs, (await stillOver(run, input)).longestMs);
  }
  if (longestMs > STALL) {
    throw new RangeError(
      `The host stood still for ${Math.round(longestMs)} ms over ${shown(run.describe(input))}`,
    );
  }
  return longestMs;
}
