import { fork } from 'node:child_process';
import { resolve } from 'node:path';
import type { FleetAddress, FleetOrder, FleetStarted } from './fleet-messages.ts';

const program = resolve(import.meta.dirname, 'fleet-process.js');

export interface Fleet {
  /** Where each of the servers is, in the order they were asked for. */
  readonly addresses: readonly FleetAddress[];
  /** Its process is gone, asked for or not. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** Starts the game servers in a process of their own, which ends with this one. */
export async function startFleet(order: FleetOrder): Promise<Fleet> {
  const child = fork(program, { execArgv: [] });
  const ended = new Promise<void>((gone) => {
    child.once('exit', () => gone());
    child.once('error', () => gone());
  });
  const started = new Promise<FleetStarted>((ready, failed) => {
    child.once('message', (message) => ready(message as FleetStarted));
    void ended.then(() => failed(new Error('The simulated servers ended before they were ready.')));
  });
  child.send(order);
  const { addresses } = await started;
  return {
    addresses,
    ended,
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
