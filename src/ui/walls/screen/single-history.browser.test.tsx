import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { draw } from '../../app/doubles.tsx';
import { FakeConnection, serverRow } from '../../data/doubles.ts';
import { startTexts } from '../../text/i18n.ts';
import { WallPainter } from './canvas/painter.ts';
import { quickWall } from './quick-wall.ts';
import { WallScreen } from './wall-screen.tsx';
import '../../style/base.css';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('draws a server that fills the screen no more often than it changes', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
  const whole = vi.spyOn(WallPainter.prototype, 'redraw');
  const connection = new FakeConnection().put('servers', [serverRow()]);
  const asked = vi.spyOn(connection.commands, 'history');
  leave = draw(<WallScreen wall={quickWall('', 'One')} />, connection, '/wall');
  await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(2);
  await vi.advanceTimersByTimeAsync(5_000);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toHaveBeenCalled();
  const before = whole.mock.calls.length;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(whole.mock.calls.length).toBe(before);
});
