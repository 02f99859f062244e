import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { FakeConnection, serverRow } from '../data/doubles.ts';
import { draw } from '../doubles.tsx';
import { startTexts } from '../text/i18n.ts';
import { quickWall } from './quick-wall.ts';
import { WallScreen } from './wall-screen.tsx';
import '../style/base.css';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  vi.useRealTimers();
});

it('judges figures by the host’s clock, however wrong that of the screen is', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  const host = Date.now() - 10 * 60_000;
  const connection = new FakeConnection()
    .put('link', [
      { id: 'link', connection: { kind: 'live', since: host, latency: 1 }, fresh_at: host },
    ])
    .put('servers', [
      serverRow({
        population: { ...serverRow().population, source: 'polled', observed_at: host - 30_000 },
      }),
    ]);
  leave = draw(<WallScreen wall={quickWall('', 'One')} />, connection, '/wall');
  await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(2);
  await vi.advanceTimersByTimeAsync(8_000);
  await expect.poll(() => document.querySelector('table')?.textContent).toContain('Asked 3');
});
