import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds. */
const LOOKED_AT = 60_000;
const FORGOTTEN = 3_600_000;

/** Resolves when no page has been open for an hour. */
export async function untilNobodyLooks(
  demo: { connections(): Promise<number> },
  wait: (milliseconds: number) => Promise<unknown> = (milliseconds) =>
    sleep(milliseconds, undefined, { ref: false }),
): Promise<void> {
  for (let alone = 0; alone < FORGOTTEN; alone += LOOKED_AT) {
    await wait(LOOKED_AT);
    if ((await demo.connections()) > 0) alone = -LOOKED_AT;
  }
}
