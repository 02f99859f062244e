import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import type { FeedRow } from '../../domain/rows.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { draw } from '../app/doubles.tsx';
import { startClock } from '../data/clock.ts';
import { accountRow, FakeConnection, SERVER_ID, serverRow } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { PlayerDialog } from './player-dialog.tsx';
import { ServerDialog } from './server-dialog.tsx';

let leave: (() => void) | undefined;
beforeAll(async () => {
  startClock();
  await startTexts();
});
afterEach(() => leave?.());

const said = () => document.querySelector('.collision li')?.textContent ?? '';

const ann = { id: 'd'.repeat(24), muster_id: null, name: 'Ann' };

function action(seq: number, name: keyof typeof SERVER_ACTION, by = 'Bea', ago = 3_000): FeedRow {
  return {
    id: `${SERVER_ID}:${seq}`,
    server_id: SERVER_ID,
    seq,
    at: Date.now() - ago,
    entry: {
      kind: 'action',
      actor: {
        muster_id: by === 'Ada' ? accountRow().muster_id : 'c'.repeat(24),
        display_name: by,
      },
      action: SERVER_ACTION[name],
      player: name === 'SERVER_KICK' ? ann : null,
      text: null,
      outcome: 'done',
    },
  };
}

function connection(feed: readonly FeedRow[]) {
  return new FakeConnection()
    .put('account', [accountRow()])
    .put('intentions', [])
    .put('feed', feed);
}

it('says before a kick that somebody else kicked the same player', async () => {
  const known = connection([action(1, 'SERVER_KICK')]);
  const dialog = (
    <PlayerDialog
      serverId={SERVER_ID}
      question={{ what: 'kick', player: ann }}
      onClose={() => {}}
    />
  );
  leave = draw(dialog, known, '/dashboard');
  const notice = page.getByRole('status').filter({ hasText: 'Just now' });
  await expect.element(notice).toBeVisible();
  await expect.poll(said).toMatch(/^Bea kicked Ann \d sec ago/);
});

it('says it while the question stands there, and what an own other tab did', async () => {
  const known = connection([]);
  const dialog = <ServerDialog server={serverRow()} question="restart" onClose={() => {}} />;
  leave = draw(dialog, known, '/dashboard');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await expect.element(page.getByText('Just now')).not.toBeInTheDocument();
  known.put('feed', [action(1, 'SERVER_RESTART')]);
  await expect.element(page.getByText(/Just now/)).toBeVisible();
  await expect.poll(said).toMatch(/^Bea restarted the server/);
  known.put('feed', [action(2, 'SERVER_LOCK', 'Ada', 500)]);
  await expect.poll(said).toMatch(/^You locked the server/);
});

it('says nothing of what is long ago, or on another player', async () => {
  const known = connection([action(1, 'SERVER_KICK', 'Bea', 11_000), action(2, 'SERVER_KICK')]);
  const bob = { id: 'e'.repeat(24), muster_id: null, name: 'Bob' };
  const dialog = (
    <PlayerDialog
      serverId={SERVER_ID}
      question={{ what: 'kick', player: bob }}
      onClose={() => {}}
    />
  );
  leave = draw(dialog, known, '/dashboard');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(page.getByText('Just now').elements()).toEqual([]);
});
