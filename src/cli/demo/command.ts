import type { DemoReady } from '../../host/demo/fork-demo.ts';
import type { Terminal } from '../terminal.ts';
import { readDemoArguments } from './arguments.ts';
import { startDemo } from './run-demo.ts';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds. */
const LOOKED_AT = 60_000;
const FORGOTTEN = 3_600_000;

/** Runs `muster demo` until it is asked to stop, or whoever began it is gone. Answers the exit code. */
export async function demoCommand(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number> {
  const wanted = readDemoArguments(args);
  const ignored = ['DATABASE_URL', 'MUSTER_DATA'].filter((name) => environment[name] !== undefined);
  if (ignored.length > 0) {
    terminal.say(
      `The demo keeps its data in a temporary folder. It does not use ${ignored.join(' and ')}.`,
    );
  }
  const asked = askedToStop();
  const demo = await startDemo(wanted, environment);
  const begun = process.send?.bind(process);
  begun?.({ address: demo.address } satisfies DemoReady);
  terminal.say(`Muster is ready at ${demo.address}`);
  terminal.say('It is a demo. Enter it as owner, moderator or player. Ctrl-C ends it.');
  // Whoever began it by hand ends it by hand.
  const enough = begun === undefined ? asked : Promise.race([asked, untilNobodyLooks(demo)]);
  const code = await Promise.race([enough.then(() => 0), demo.over.then(() => 1)]);
  if (code !== 0) terminal.say('The demo has ended: its simulated servers stopped.');
  await demo.stop();
  return code;
}

function askedToStop(): Promise<void> {
  return new Promise((asked) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, asked);
    process.once('disconnect', asked);
  });
}

/** Resolves when no page has been open for an hour. */
async function untilNobodyLooks(demo: { connections(): Promise<number> }): Promise<void> {
  for (let alone = 0; alone < FORGOTTEN; alone += LOOKED_AT) {
    await sleep(LOOKED_AT, undefined, { ref: false });
    if ((await demo.connections()) > 0) alone = -LOOKED_AT;
  }
}
