import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import { draw } from '../app/doubles.tsx';
import { FakeConnection, SERVER_ID, serverRow } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { NewWallPage } from './editor-page.tsx';
import { WallPainter } from './screen/canvas/painter.ts';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  vi.restoreAllMocks();
  sessionStorage.clear();
});

it('the preview has the day of its servers, and another layout or source redraws it', async () => {
  const connection = new FakeConnection()
    .put('servers', [serverRow()])
    .put('link', [{ id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at: 0 }]);
  const days = vi.spyOn(connection.commands, 'days');
  const history = vi.spyOn(connection.commands, 'history');
  const show = vi.spyOn(WallPainter.prototype, 'show');
  const shown = () => show.mock.lastCall?.[0];
  leave = draw(<NewWallPage />, connection, '/walls/new');
  await expect.poll(() => shown()?.layout.kind, { timeout: 5_000 }).toBe('single');
  await expect.poll(() => days.mock.lastCall, { timeout: 5_000 }).toEqual([[SERVER_ID]]);
  await expect.poll(() => history.mock.lastCall).toEqual([SERVER_ID, '24h']);
  await page.getByLabelText('Layout').selectOptions('League table');
  await expect.poll(() => shown()?.layout.kind).toBe('league');
  await page.getByLabelText('Shows').selectOptions('Chosen servers');
  await expect.poll(() => shown()?.places.length).toBe(0);
});
