/** The question before many servers are sent what takes something from people: also of more than are followed, and uncounted. */
import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import type { ServerRow } from '../../domain/rows.ts';
import { GAME } from '../../protocol/enumerations.ts';
import { draw } from '../app/doubles.tsx';
import { startClock } from '../data/clock.ts';
import { accountRow, FakeConnection, serverRow } from '../data/doubles.ts';
import { loadTexts, startTexts } from '../text/i18n.ts';
import { ManyConfirm } from './many-confirm.tsx';
import { ManyEffect } from './many-effect.tsx';

let leave: (() => void) | undefined;
beforeAll(async () => {
  startClock();
  await startTexts();
  await loadTexts();
});
afterEach(() => leave?.());

function server(
  at: number,
  players: number | null = 12,
  game: ServerRow['configuration']['game'] = GAME.DAYZ,
) {
  const { configuration, population } = serverRow();
  return serverRow({
    id: String(at).padStart(24, '0'),
    configuration: { ...configuration, identifier: `Server ${at}`, game },
    population: { ...population, players },
  });
}

const many = (count: number) => Array.from({ length: count }, (_, at) => server(at));

function open(servers: readonly ServerRow[], words = '#shutdown') {
  const connection = new FakeConnection()
    .put('account', [accountRow()])
    .put('feed', [])
    .put('intentions', []);
  const question = (
    <ManyConfirm
      kind="command"
      words={words}
      servers={servers}
      onYes={() => {}}
      onClose={() => {}}
    />
  );
  leave = draw(question, connection, '/dashboard');
  return connection;
}

const dialog = page.getByRole('dialog');
async function says(text: string) {
  await expect.element(dialog.getByText(text, { exact: true })).toBeVisible();
}

it.each([
  [12, 12],
  [13, 0],
])('of %d servers it follows %d for what others do there', async (count, follows) => {
  const connection = open(many(count));
  await says(`${count * 12} players will be disconnected.`);
  await expect.poll(() => dialog.getByRole('listitem').elements().length).toBe(count);
  const followed = (view: 'feed' | 'intentions') =>
    new Set(connection.followed.flatMap((query) => (query.view === view ? [query.server_id] : [])));
  await expect.poll(() => followed('feed').size).toBe(follows);
  expect(followed('intentions').size).toBe(follows);
});

it('says no number where it is not known of all how many are on them', async () => {
  open([server(1), server(2, null)]);
  await says('Everybody on them is disconnected.');
  leave?.();
  open([server(1, null)]);
  await says('Everybody on it is disconnected.');
  leave?.();
  open([server(1, 0), server(2, 0)]);
  await says('0 players will be disconnected.');
});

it('says on how many of them, where the command disconnects nobody on the others', async () => {
  open([server(1, null), server(2, null, GAME.RUST)], 'quit');
  await says('Everybody on 1 of them is disconnected.');
});

it('says of a message the same', async () => {
  const effect = <ManyEffect effect="announce" servers={[server(1), server(2, null)]} />;
  leave = draw(effect, new FakeConnection(), '/dashboard');
  await expect.element(page.getByText('Everybody on them can read it.')).toBeVisible();
});
