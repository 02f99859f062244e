import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../app/doubles.tsx';
import { accountRow, FakeConnection } from '../../data/doubles.ts';
import { useOne } from '../../data/use-view.ts';
import { startTexts } from '../../text/i18n.ts';
import { SignedIn } from './signed-in.tsx';

let leave: (() => void) | undefined;
let reloads = 0;

function held(event: NavigateEvent) {
  if (event.navigationType !== 'reload') return;
  event.preventDefault();
  reloads += 1;
}

beforeAll(async () => {
  await startTexts();
  navigation.addEventListener('navigate', held);
});
beforeEach(() => {
  reloads = 0;
});
afterEach(() => leave?.());
afterAll(() => navigation.removeEventListener('navigate', held));

function Whose() {
  const { row } = useOne({ view: 'account' });
  return <p>{row?.persona.username ?? 'nobody'}</p>;
}

function open() {
  const connection = new FakeConnection().put('account', [called('ada')]);
  const shown = (
    <SignedIn>
      <Whose />
    </SignedIn>
  );
  leave = draw(shown, connection, '/dashboard');
  return connection;
}

const called = (username: string, muster_id = 'a'.repeat(24)) => {
  const row = accountRow();
  return { ...row, muster_id, persona: { ...row.persona, username } };
};

it('reloads the page once where it is another account’s now', async () => {
  const connection = open();
  await expect.element(page.getByText('ada')).toBeVisible();
  connection.put('account', [called('bob', 'b'.repeat(24))]);
  await expect.poll(() => reloads).toBe(1);
  connection.put('account', [called('robert', 'b'.repeat(24))]);
  await expect.element(page.getByText('robert')).toBeVisible();
  expect(reloads).toBe(1);
});

it('reloads it also where nobody was signed in between', async () => {
  const connection = open();
  await expect.element(page.getByText('ada')).toBeVisible();
  connection.put('account', []);
  await expect.element(page.getByText('ada')).not.toBeInTheDocument();
  connection.put('account', [called('bob', 'b'.repeat(24))]);
  await expect.poll(() => reloads).toBe(1);
});

it('stays where the same account is told anew, with whatever is new of it', async () => {
  const connection = open();
  await expect.element(page.getByText('ada')).toBeVisible();
  connection.put('account', []);
  connection.put('account', [called('ada lovelace')]);
  await expect.element(page.getByText('ada lovelace')).toBeVisible();
  expect(reloads).toBe(0);
});
