import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import { GLOBAL_RESULTS_MAX } from '../../../protocol/persons/limits.ts';
import { draw } from '../../app/doubles.tsx';
import { FakeConnection } from '../../data/doubles.ts';
import { startTexts } from '../../text/i18n.ts';
import type { Result } from './search-result.ts';
import { SearchResults } from './search-results.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const result = (id: string, identifier: string, display_name: string): Result => ({
  user: { muster_id: id.padStart(24, '0'), avatar: null, display_name },
  identifier,
});

function open(results: readonly Result[]) {
  let closed = 0;
  const close = () => {
    closed += 1;
  };
  leave = draw(
    <SearchResults text="ann & bo" results={results} onClose={close} />,
    new FakeConnection(),
    '/dashboard',
  );
  return () => closed;
}

const head = (name: string) => page.getByRole('columnheader', { name });
const profiles = () =>
  page
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent);

it.each([
  ['Muster id', ['Émile', 'bob', 'Zoe']],
  ['Found by', ['Zoe', 'Émile', 'bob']],
  ['Profile', ['bob', 'Émile', 'Zoe']],
] as const)('is sorted by %s, up and then down, and says so', async (name, up) => {
  open([result('2', 'Carl', 'bob'), result('3', 'adam', 'Zoe'), result('1', 'Bert', 'Émile')]);
  await expect.poll(profiles).toEqual(['bob', 'Zoe', 'Émile']);
  await expect.element(head(name)).toHaveAttribute('aria-sort', 'none');
  const press = () => head(name).getByRole('button').click();
  await press();
  await expect.poll(profiles).toEqual(up);
  await expect.element(head(name)).toHaveAttribute('aria-sort', 'ascending');
  await press();
  await expect.poll(profiles).toEqual(up.toReversed());
  await expect.element(head(name)).toHaveAttribute('aria-sort', 'descending');
  const others = ['Muster id', 'Found by', 'Profile'].filter((other) => other !== name);
  for (const other of others) {
    await expect.element(head(other)).toHaveAttribute('aria-sort', 'none');
  }
});

it('says where these are only the first, and leads to all of them', async () => {
  const many = Array.from({ length: GLOBAL_RESULTS_MAX }, (_, at) =>
    result(String(at), 'Ann', `Ann ${at}`),
  );
  open(many.slice(1));
  await expect.element(page.getByText(/^Page 1 of/)).toBeVisible();
  await expect.element(page.getByText(/These are the first/)).not.toBeInTheDocument();
  leave?.();
  const closed = open(many);
  await expect.element(page.getByText(/These are the first 100\./)).toBeVisible();
  const all = page.getByRole('link', { name: 'See all of them' });
  await expect.element(all).toHaveAttribute('href', '/search?q=ann%20%26%20bo');
  await all.click();
  expect(closed()).toBe(1);
  expect(location.pathname).toBe('/search');
});
