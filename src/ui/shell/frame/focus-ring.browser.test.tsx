import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import './frame.css';
import { to } from '../../../domain/routes/routes.ts';
import { draw } from '../../app/doubles.tsx';
import { SERVER_ID } from '../../data/doubles.ts';
import { ServerDashboardPage } from '../../servers/dashboard/page.tsx';
import { DashboardPage } from '../../servers/list/page.tsx';
import { loadTexts, startTexts } from '../../text/i18n.ts';
import { framedConnection } from './doubles.ts';
import { FrameShell } from './frame-shell.tsx';

let leave: (() => void) | undefined;
beforeAll(async () => {
  await startTexts();
  await loadTexts();
});
afterEach(() => leave?.());

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
    await page.viewport(width, 844);
    leave = draw(<FrameShell>{screen}</FrameShell>, framedConnection(), address);
    const root = document.querySelector<HTMLElement>('#root');
    if (root !== null) root.style.height = '100vh';
    await expect.element(page.getByRole('table').first()).toBeVisible();
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
