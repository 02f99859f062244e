import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import './frame.css';
import { to } from '../../../domain/routes/routes.ts';
import { SERVER_ACTION } from '../../../protocol/enumerations.ts';
import type { RowOf } from '../../../protocol/resources/registry.ts';
import { focusRings } from '../../../../tests/support/focus-rings.ts';
import { draw } from '../../app/doubles.tsx';
import { SERVER_ID } from '../../data/doubles.ts';
import { chat } from '../../history/doubles.ts';
import { HistoryPage } from '../../history/page.tsx';
import { SchedulesPage } from '../../schedules/page.tsx';
import { ServerDashboardPage } from '../../servers/dashboard/page.tsx';
import { DashboardPage } from '../../servers/list/page.tsx';
import { loadTexts, startTexts } from '../../text/i18n.ts';
import { NewWallPage } from '../../walls/editor-page.tsx';
import { framedConnection, idOf } from './doubles.ts';
import { FrameShell } from './frame-shell.tsx';

let leave: (() => void) | undefined;
beforeAll(async () => {
  await startTexts();
  await loadTexts();
});
afterEach(() => leave?.());

const SERVER = <ServerDashboardPage key="one" serverId={SERVER_ID} />;
const JOB: RowOf<'jobs'> = {
  id: idOf(70),
  server_id: SERVER_ID,
  name: 'Nightly',
  enabled: true,
  days: [0, 1, 2, 3, 4, 5, 6],
  time: { kind: 'absolute', minutes: 240 },
  action: SERVER_ACTION.SERVER_RESTART,
  parameter: null,
  warnings: [],
  lock_before: null,
  kick_before: null,
  changed: 1,
};

/** The frame's servers, with what is scheduled on them and what was said there. */
function connectionOf() {
  const entries = [1, 2, 3].map((seq) => chat(seq, 'hello'));
  const servers = [{ id: SERVER_ID, identifier: 'East' }];
  const kept = { feed_days: 30, command_days: 7 };
  return framedConnection()
    .tell('jobs', [JOB])
    .tell('plans', [])
    .answer('historyPage', () => ({
      ok: true,
      value: { entries, servers, next: null, left_out: 0, kept },
    }));
}

it.each(
  (
    [
      ['the dashboard', <DashboardPage key="list" />, to.dashboard(), 'Chernarus 1'],
      ['a server', SERVER, to.serverDashboard(SERVER_ID), 'Ann 1'],
      ['the schedules', <SchedulesPage key="week" />, to.schedules(), 'Nightly'],
      ['the history', <HistoryPage key="was" />, to.history(), 'hello'],
      ['a new wall', <NewWallPage key="wall" />, to.newWall(), 'Save the wall'],
    ] as const
  ).flatMap(([what, screen, address, shown]) =>
    [1_440, 390].map((width) => [what, width, screen, address, shown] as const),
  ),
)(
  'shows all of the ring around whatever has the focus on %s at %i',
  async (_, width, screen, address, shown) => {
    await page.viewport(width, 844);
    const framed = (
      <FrameShell>
        {screen}
        <footer className="footer">Muster</footer>
      </FrameShell>
    );
    leave = draw(framed, connectionOf(), address);
    const root = document.querySelector<HTMLElement>('#root');
    if (root !== null) root.style.height = '100vh';
    await expect
      .element(page.getByRole('main').getByText(shown, { exact: false }).first())
      .toBeVisible();
    const { stops, cut } = await focusRings();
    expect(stops).toBeGreaterThan(15);
    expect(cut).toEqual([]);
  },
);
