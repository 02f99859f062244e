import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { ServerRow } from '../../../domain/rows.ts';
import { draw } from '../../app/doubles.tsx';
import { FakeConnection, serverRow } from '../../data/doubles.ts';
import { useHearHost } from '../../data/host-clock.ts';
import { startTexts } from '../../text/i18n.ts';
import { quickWall } from './quick-wall.ts';
import { WallScreen } from './wall-screen.tsx';
import '../../style/base.css';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  vi.useRealTimers();
});

function Page() {
  useHearHost();
  return <WallScreen wall={quickWall('', 'One')} />;
}

/** A wall of one server, on a screen that is ten minutes ahead of its host. */
async function draws(changeAt: (host: number) => Partial<ServerRow>): Promise<void> {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
  const host = Date.now() - 10 * 60_000;
  const connection = new FakeConnection()
    .put('link', [
      { id: 'link', connection: { kind: 'live', since: host, latency: 1 }, fresh_at: host },
    ])
    .put('servers', [serverRow(changeAt(host))]);
  leave = draw(<Page />, connection, '/wall');
  await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(2);
}

it('judges figures by the host’s clock, however wrong that of the screen is', async () => {
  await draws((host) => ({
    population: { ...serverRow().population, source: 'polled', observed_at: host - 30_000 },
  }));
  await vi.advanceTimersByTimeAsync(8_000);
  await expect.poll(() => document.querySelector('table')?.textContent).toContain('Asked 3');
});

it('is loud for a server that has just gone down, and says since when by its own clock', async () => {
  await draws((since) => ({
    state: { state: 'DISCONNECTED', offline: true, ready: false, error: null, since },
  }));
  await vi.advanceTimersByTimeAsync(20_000);
  await expect
    .poll(() => document.querySelector('[role=alert]')?.textContent)
    .toMatch(/Chernarus 1 has been down for [12]0 sec/);
  expect(document.querySelector('.wall-incidents')?.getAttribute('data-loud')).toBe('true');
});
