import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import './frame.css';
import { to } from '../../../domain/routes/routes.ts';
import { draw } from '../../app/doubles.tsx';
import { serverRow } from '../../data/doubles.ts';
import { DashboardPage } from '../../servers/list/page.tsx';
import { loadTexts, startTexts } from '../../text/i18n.ts';
import { framedConnection, idOf } from './doubles.ts';
import { FrameShell } from './frame-shell.tsx';

let leave: (() => void) | undefined;
beforeAll(async () => {
  await startTexts();
  await loadTexts();
});
afterEach(() => leave?.());

const { configuration, environment, population } = serverRow();
const IN_TWO_HOURS = new Date(Date.now() + 2.8 * 3_600_000).toISOString();
/** With the longest that columns have to say. */
const LONG = serverRow({
  id: idOf(1),
  configuration: { ...configuration, identifier: 'The Longest Nights of Chernarus, Hardcore' },
  environment: {
    ...environment,
    map: 'Procedural Map of 4500',
    uptime: 3_000,
    uptime_source: 'connection',
    next_restart: { local: IN_TWO_HOURS, start_unknown: true },
  },
  population: { ...population, players: 350, slots: 400, queue: { active: true, size: 120 } },
});
const REFUSED = serverRow({
  id: idOf(2),
  state: { ...serverRow().state, state: 'ERROR', ready: false, error: 'authentication-failed' },
});

it.each([1_024, 1_280, 1_440, 1_920])(
  'the dashboard’s table needs no scrolling to the side beside the sidebar at %i',
  async (width) => {
    await page.viewport(width, 844);
    const screen = (
      <FrameShell>
        <DashboardPage />
      </FrameShell>
    );
    leave = draw(screen, framedConnection([LONG, REFUSED]), to.dashboard());
    await expect.element(page.getByRole('table').first()).toBeVisible();
    const scroller = document.querySelector('.table-scroller')!;
    expect(scroller.scrollWidth).toBe(scroller.clientWidth);
    const cell = document.querySelectorAll('td[data-column=players]')[1]!;
    expect(cell.getBoundingClientRect().right).toBeLessThanOrEqual(
      scroller.getBoundingClientRect().right,
    );
  },
);

it('the page of no servers has one door to add one, in all of its frame', async () => {
  await page.viewport(1_440, 844);
  const totals = { tags: [], players: 0, slots: 0, queued: 0, unknown: 0 };
  const connection = framedConnection([])
    .put('server', [])
    .put('totals', [{ id: 'totals', servers: 0, online: 0, down: 0, ...totals }]);
  const screen = (
    <FrameShell>
      <DashboardPage />
    </FrameShell>
  );
  leave = draw(screen, connection, to.dashboard());
  await expect.element(page.getByRole('heading', { name: 'No servers yet' })).toBeVisible();
  await expect.element(page.getByRole('navigation').first()).toBeVisible();
  const doors = page.getByRole('link', { name: /Add (a )?server/ }).elements();
  expect(doors.map((door) => door.closest('main') !== null)).toEqual([true]);
});
