import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { FakeConnection } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { App } from './app.tsx';
import { draw } from './doubles.tsx';

let leave = () => {};
beforeAll(startTexts);
beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  // A host that is away, and no timers: the page of this test has to stay.
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }));
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});
afterEach(() => {
  leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each(['/display', '/wall'])(
  '%s reloads by itself when it fails, whatever failed',
  async (path) => {
    const connection = new FakeConnection();
    connection.view = () => {
      throw new RangeError('planted');
    };
    leave = draw(<App />, connection, path);
    await expect.element(page.getByText(/reloads by itself in a moment/)).toBeVisible();
  },
);
