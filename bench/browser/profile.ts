/** Profiles of a page's own thread and of its shared worker, as Chromium's tools read them. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';

type Send = (method: string) => Promise<unknown>;

/** Begins to profile both; what it answers ends that, and writes `page.cpuprofile` and `worker.cpuprofile`. */
export async function profileTo(folder: string, page: Page): Promise<() => Promise<void>> {
  const own = await page.context().newCDPSession(page);
  const sends: Readonly<Record<string, Send>> = {
    page: (method) => own.send(method as 'Profiler.stop'),
    worker: await workerOf(own),
  };
  for (const send of Object.values(sends)) {
    await send('Profiler.enable');
    await send('Profiler.start');
  }
  return async () => {
    await mkdir(folder, { recursive: true });
    for (const [name, send] of Object.entries(sends)) {
      const { profile } = (await send('Profiler.stop')) as { profile: unknown };
      await writeFile(join(folder, `${name}.cpuprofile`), JSON.stringify(profile));
    }
  };
}

/** Sends to the shared worker, which has no session of its own at Playwright. */
async function workerOf(session: CDPSession): Promise<Send> {
  const { targetInfos } = await session.send('Target.getTargets');
  const targetId = targetInfos.find(({ type }) => type === 'shared_worker')?.targetId;
  if (targetId === undefined) throw new Error('There is no worker.');
  const { sessionId } = await session.send('Target.attachToTarget', { targetId });
  const waiting = new Map<number, (result: unknown) => void>();
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message) as { id: number; result: unknown };
    waiting.get(id)?.(result);
  });
  let last = 0;
  return async (method) => {
    const id = ++last;
    const answer = new Promise((resolve) => waiting.set(id, resolve));
    await session.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id, method }),
    });
    return answer;
  };
}
