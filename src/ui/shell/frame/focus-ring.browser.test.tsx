import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ReactNode } from 'react';
import '../../style/base.css';
import '../../parts/parts.css';
import './frame.css';
import { to } from '../../../domain/routes/routes.ts';
import { draw } from '../../app/doubles.tsx';
import {
  accountRow,
  FakeConnection,
  playerView,
  SERVER_ID,
  serverRow,
} from '../../data/doubles.ts';
import { ServerDashboardPage } from '../../servers/dashboard/page.tsx';
import { DashboardPage } from '../../servers/list/page.tsx';
import { loadTexts, startTexts } from '../../text/i18n.ts';
import { FrameShell } from './frame-shell.tsx';

let leave: (() => void) | undefined;
beforeAll(async () => {
  await startTexts();
  await loadTexts();
});
afterEach(() => leave?.());

const idOf = (number: number) => number.toString(16).padStart(24, '0');

async function open(screen: ReactNode, address: string, width: number): Promise<void> {
  await page.viewport(width, 844);
  const servers = [serverRow(), ...[1, 2, 3].map((number) => serverRow({ id: idOf(number) }))];
  const players = [1, 2, 3].map((number) =>
    playerView({ id: idOf(number), name: `Ann ${number}` }),
  );
  const feed = players.map(({ id, name }, index) => {
    const player = { id, muster_id: null, name };
    const entry = { kind: 'chat' as const, player, channel: 'Side', text: 'Hello' };
    return { id: `${SERVER_ID}:${index}`, server_id: SERVER_ID, seq: index, at: index, entry };
  });
  const totals = { tags: [], players: 9, slots: 60, queued: 0, unknown: 0 };
  const connection = new FakeConnection()
    .put('account', [accountRow()])
    .put('link', [{ id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at: 0 }])
    .put('totals', [{ id: 'totals', servers: 4, online: 4, down: 0, ...totals }])
    .put('server', [serverRow()])
    .put('servers', servers)
    .put('intentions', [])
    .put('players', players)
    .put('names', players)
    .put('feed', feed)
    .put('console', []);
  leave = draw(<FrameShell>{screen}</FrameShell>, connection, address);
  const root = document.querySelector<HTMLElement>('#root');
  if (root !== null) root.style.height = '100vh';
  await expect.element(page.getByRole('table').first()).toBeVisible();
}

/** What cuts something off the ring around an element that has the focus, by its class; null: all of it is seen. */
function cutBy(element: HTMLElement): string | null {
  const style = getComputedStyle(element);
  if (style.outlineStyle === 'none') return 'no ring';
  const reach = parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset);
  const box = element.getBoundingClientRect();
  for (let around = element.parentElement; around !== null; around = around.parentElement) {
    const { overflowX, overflowY, position } = getComputedStyle(around);
    const at = around.getBoundingClientRect();
    const left = at.left + around.clientLeft;
    const top = at.top + around.clientTop;
    const sideways =
      box.left - reach < left - 0.5 || box.right + reach > left + around.clientWidth + 0.5;
    const upright =
      box.top - reach < top - 0.5 || box.bottom + reach > top + around.clientHeight + 0.5;
    if ((overflowX !== 'visible' && sideways) || (overflowY !== 'visible' && upright)) {
      return around.className || around.tagName;
    }
    if (position === 'fixed') break;
  }
  return null;
}

it.each([
  ['the dashboard', 1_440, <DashboardPage key="list" />, to.dashboard()],
  ['the dashboard', 390, <DashboardPage key="list" />, to.dashboard()],
  [
    'a server',
    1_440,
    <ServerDashboardPage key="one" serverId={SERVER_ID} />,
    to.serverDashboard(SERVER_ID),
  ],
  [
    'a server',
    390,
    <ServerDashboardPage key="one" serverId={SERVER_ID} />,
    to.serverDashboard(SERVER_ID),
  ],
] as const)(
  'shows all of the ring around whatever has the focus on %s at %i',
  async (_, width, screen, address) => {
    await open(screen, address, width);
    // From here on the browser takes what is focused as reached by the keyboard.
    await userEvent.keyboard('{Tab}');
    const stops = [
      ...document.querySelectorAll<HTMLElement>(
        '#root :is(a[href], button, input, select, [tabindex="0"])',
      ),
    ].filter((one) => one.offsetParent !== null && !one.matches(':disabled'));
    expect(stops.length).toBeGreaterThan(20);
    const cut = stops.flatMap((one) => {
      one.focus();
      if (document.activeElement !== one || !one.matches(':focus-visible')) return [];
      const by = cutBy(one);
      return by === null
        ? []
        : [`${one.className || one.tagName} (${one.textContent.slice(0, 20)}): ${by}`];
    });
    expect(cut).toEqual([]);
  },
);
