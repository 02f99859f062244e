import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import '../frame/frame.css';
import { drawUnderOverlay } from '../../app/doubles.tsx';
import { banConnection, banListRow } from '../../bans/known/doubles.ts';
import { accountRow, playerView, serverRow } from '../../data/doubles.ts';
import { startTexts } from '../../text/i18n.ts';
import { closePalette, paletteOpen } from '../keys/overlays.ts';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  closePalette();
  localStorage.clear();
  leave?.();
});

const BOBS = ['1a1a', '2b2b'].map((end) =>
  playerView({
    id: `${'d'.repeat(20)}${end}`,
    muster_id: `${'e'.repeat(20)}${end}`,
    name: 'Bob',
  }),
);

/** Two of one name on one server. */
function open() {
  const server = serverRow();
  const list = banListRow();
  const connection = banConnection(list)
    .put('account', [accountRow({ ban_lists: { [list.id]: [...list.permissions] } })])
    .put('server', [server])
    .put('link', [{ id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at: 0 }])
    .put('players', BOBS)
    .put('names', BOBS)
    .put('feed', [])
    .put('intentions', [])
    .tell('serverBanLists', []);
  connection.found = ({ players }) => ({
    servers: [],
    players:
      players === 0
        ? []
        : BOBS.map((player) => ({ player, server, score: 90, ranges: [], by: null, alike: true })),
    found: { servers: 0, players: players === 0 ? 0 : 2 },
  });
  leave = drawUnderOverlay(connection);
  return connection;
}

const field = page.getByRole('combobox');
const labels = (group: string) =>
  [
    ...page
      .getByRole('group', { name: group })
      .element()
      .querySelectorAll('[role="option"] .palette-label'),
  ].map((line) => line.textContent?.replaceAll(/[\u2068\u2069]/g, ''));

it('players of one name are told apart in the palette’s lines', async () => {
  open();
  paletteOpen.value = true;
  await field.fill('bob');
  await expect.poll(() => labels('Players')).toEqual(['Bob 1a1a', 'Bob 2b2b']);
  expect(labels(`On \u2068Bob\u2069 1a1a`)[0]).toMatch(/Bob 1a1a/);
});

it.each([
  ['kick bob', 'Kick'],
  ['message bob', 'Message'],
  ['ban bob', 'Ban'],
])('‘%s’ asks about the one who was chosen, and shows which one', async (typed, deed) => {
  open();
  paletteOpen.value = true;
  await field.fill(typed);
  await expect
    .poll(() => labels('Actions').map((label) => label?.slice(-4)))
    .toEqual(['1a1a', '2b2b']);
  const chosen = page.getByRole('group', { name: 'Actions' }).getByRole('option', { name: /2b2b/ });
  await chosen.click();
  const asked = page.getByRole('heading', { name: new RegExp(`^${deed}.*Bob.* 2b2b`) });
  await expect.element(asked).toBeVisible();
});
