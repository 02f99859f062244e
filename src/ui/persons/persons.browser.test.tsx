import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import type { CallAnswer, CommandError } from '../../worker/contract.ts';
import { draw } from '../app/doubles.tsx';
import { TopSearch } from '../shell/frame/top-search.tsx';
import { startTexts } from '../text/i18n.ts';
import { ANN, connection, NOON, ok, OTHER } from './doubles.ts';
import { ProfilePage } from './profile-page.tsx';
import { SearchPage } from './search-page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
beforeEach(() => page.viewport(1_200, 800));
afterEach(() => leave?.());

const failed = (error: CommandError) => ({ ok: false as const, error });
const problem = (code: 'not-found' | 'rate-limited', status: number): CommandError => ({
  kind: 'problem',
  problem: { type: `urn:muster:problem:${code}`, title: code, status, code, detail: code },
});

const hit = (n: number): CallAnswer<'playerSearch'>['people'][number] => ({
  muster_id: n.toString(16).padStart(24, '0'),
  name: `Ann ${n}`,
  found: { by: 'name', value: `Ann ${n}` },
  last_seen: NOON,
  here: null,
  servers: 1,
});

it('what is no id leads to the one whom it means, and else to the dashboard', async () => {
  const on = connection().answer('userResolve', () => ok({ muster_id: OTHER }));
  leave = draw(<ProfilePage asked="Ann" />, on, '/profile/Ann');
  await expect.poll(() => location.pathname).toBe(`/profile/${OTHER}`);
  leave();
  const none = connection().answer('userResolve', () => failed(problem('not-found', 404)));
  leave = draw(<ProfilePage asked="Nobody" />, none, '/profile/Nobody');
  await expect.poll(() => location.pathname).toBe('/dashboard');
});

it('a search shows its pages one behind the other', async () => {
  const on = connection().answer('playerSearch', (input) =>
    input.query?.after === undefined
      ? ok({ people: [hit(1), hit(2)], next: `1.5.${ANN}` })
      : ok({ people: [hit(2), hit(3)], next: null }),
  );
  leave = draw(<SearchPage />, on, '/search?q=ann');
  await expect.element(page.getByText('2 people so far')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Show more' }));
  await expect.element(page.getByText('3 people', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Ann 3' })).toBeVisible();
});

it('a search says what one character finds, that nobody is found, and that the host does not answer', async () => {
  const on = connection().answer('playerSearch', (input) =>
    input.query?.text === 'gone' ? failed({ kind: 'unreachable' }) : ok({ people: [], next: null }),
  );
  leave = draw(<SearchPage />, on, '/search');
  const field = page.getByRole('searchbox');
  await userEvent.fill(field, '王');
  await expect
    .element(page.getByText(/^By one character, only whoever is called so/))
    .toBeVisible();
  await expect.element(page.getByText(/Nobody whom you may see/)).toBeVisible();
  await userEvent.fill(field, 'nobody');
  await expect.element(page.getByText(/^By one character/)).not.toBeInTheDocument();
  await expect.element(page.getByText(/Nobody whom you may see/)).toBeVisible();
  await userEvent.fill(field, 'gone');
  await expect.element(page.getByRole('alert')).toBeVisible();
});

it.each([
  ['an accent of its own', 'e\u0301', true],
  ['signs round one letter', '- a -', true],
  ['what shows nothing', '\u200ba', true],
  ['a sign alone', '!', true],
  ['one letter that is two', 'æ', false],
  ['nothing that a name is found by', '\u200b\u200b', false],
])(
  'a search says what one character finds by the key of what is typed: %s',
  async (_, typed, says) => {
    const on = connection().answer('playerSearch', () => ok({ people: [], next: null }));
    leave = draw(<SearchPage />, on, '/search');
    await userEvent.fill(page.getByRole('searchbox'), typed);
    await expect.element(page.getByText(/Nobody whom you may see/)).toBeVisible();
    const hint = page.getByText(/^By one character/);
    if (says) await expect.element(hint).toBeVisible();
    else await expect.element(hint).not.toBeInTheDocument();
  },
);

it('the search of the top bar opens a table of 10 on a page, to be filtered and sorted', async () => {
  const results = Array.from({ length: 12 }, (_, n) => ({
    user: { muster_id: n.toString(16).padStart(24, '0'), avatar: null, display_name: `Ann ${n}` },
    identifier: `name ${n}`,
  }));
  const on = connection().answer('globalQuery', () => ok({ status: true, results }));
  leave = draw(<TopSearch />, on, '/dashboard');
  await userEvent.fill(page.getByRole('searchbox'), 'ann');
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('Page 1 of 2')).toBeVisible();
  await expect.poll(() => dialog.getByRole('link').elements().length).toBe(10);
  await userEvent.click(dialog.getByRole('button', { name: 'Next page' }));
  await expect.poll(() => dialog.getByRole('link').elements().length).toBe(2);
  await userEvent.fill(dialog.getByRole('searchbox'), 'name 11');
  await expect.poll(() => dialog.getByRole('link').elements().length).toBe(1);
  await userEvent.fill(dialog.getByRole('searchbox'), '');
  const head = dialog.getByRole('button', { name: 'Muster id' });
  await userEvent.click(head);
  await userEvent.click(head);
  await expect.element(dialog.getByRole('link').first()).toHaveTextContent('Ann 11');
});

it('the search of the top bar finds a name of one character', async () => {
  const results = [
    { user: { muster_id: ANN, avatar: null, display_name: '王' }, identifier: '王' },
  ];
  const on = connection().answer('globalQuery', () => ok({ status: true, results }));
  leave = draw(<TopSearch />, on, '/dashboard');
  await userEvent.fill(page.getByRole('searchbox'), '王');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog').getByRole('link')).toHaveTextContent('王');
});

it('the search of the top bar marks the field where nobody is found, and warns of too many', async () => {
  let answers = 0;
  const on = connection().answer('globalQuery', () => {
    answers += 1;
    return answers === 1
      ? ok({ status: false, results: [] })
      : failed(answers === 2 ? problem('rate-limited', 429) : { kind: 'unreachable' });
  });
  leave = draw(<TopSearch />, on, '/dashboard');
  const field = page.getByRole('searchbox');
  await userEvent.fill(field, 'nobody');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Too many searches. Wait a moment.')).toBeVisible();
  await expect.element(field).toHaveAttribute('aria-invalid', 'false');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('The search did not work. Try again.')).toBeVisible();
});
