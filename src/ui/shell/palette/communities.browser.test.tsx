import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import '../frame/frame.css';
import { drawUnderOverlay } from '../../app/doubles.tsx';
import { accountRow, FakeConnection } from '../../data/doubles.ts';
import { startTexts } from '../../text/i18n.ts';
import { closePalette, paletteOpen } from '../keys/overlays.ts';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  closePalette();
  localStorage.clear();
  leave?.();
});

const field = page.getByRole('combobox');
const active = () =>
  document.getElementById(field.element().getAttribute('aria-activedescendant') ?? '');

it('leads to the teams and organizations that one belongs to, and to those of their pages that one may see', async () => {
  const id = 'b'.repeat(24);
  const watch = { id, identifier: 'Night Watch' };
  const connection = new FakeConnection()
    .put('link', [{ id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at: 0 }])
    .put('account', [
      accountRow({
        memberships: [{ team: watch, organization: null, role: null }],
        groups: { [id]: ['team.view', 'team.members.list'] },
      }),
    ]);
  leave = drawUnderOverlay(connection);
  paletteOpen.value = true;
  await field.fill('night');
  await expect.poll(() => active()?.textContent).toContain('Night Watch');
  expect(active()?.getAttribute('href')).toBe(`/teams/${id}`);
  const pages = page.getByRole('group', { name: /^On .*Night Watch/ }).getByRole('option');
  await expect
    .poll(() => pages.elements().map((one) => one.getAttribute('href')))
    .toEqual([`/teams/${id}?tab=members`, `/teams/${id}?tab=resources`]);
  await field.fill('people night');
  await expect.poll(() => active()?.getAttribute('href')).toBe(`/teams/${id}?tab=members`);
});
