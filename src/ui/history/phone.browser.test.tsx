import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import type { HistoryEntry } from '../../protocol/history/calls.ts';
import { barriersIn, loadStyles } from '../../../tests/support/barriers.ts';
import { draw } from '../app/doubles.tsx';
import { SERVER_ID } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { ANN, AT, AUDITED, chat, historyConnection } from './doubles.ts';
import { HistoryPage } from './page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const of = (seq: number, entry: Extract<HistoryEntry, { of: 'feed' }>['entry']): HistoryEntry => ({
  of: 'feed',
  server_id: SERVER_ID,
  seq,
  at: AT + seq * 1_000,
  entry,
});
const player = { id: null, muster_id: ANN, name: 'Ann' };
const bob = { id: null, muster_id: 'b'.repeat(24), name: 'Bob' };
const actor = { muster_id: 'e'.repeat(24), display_name: 'Ada' };
const LONG_AUDITED = structuredClone(AUDITED);
Object.assign(LONG_AUDITED.entry, { text: 'spawn killing, over and over '.repeat(6) });
/** One that says why: its sign is as high as a finger, and stands above the details. */
const KEPT_OUT_AUDITED = structuredClone(AUDITED);
Object.assign(KEPT_OUT_AUDITED.entry, {
  id: '4'.repeat(24),
  actor_id: null,
  actor_name: '',
  action: 'modules.kick',
  detail: { rule: 'ping', outcome: 'done', muster_id: ANN, play_session: 'd'.repeat(24) },
});
const EVERY_KIND: readonly HistoryEntry[] = [
  chat(9, 'hello again'),
  of(8, { kind: 'join', player, found: false }),
  of(7, { kind: 'leave', player, found: false }),
  of(6, {
    kind: 'kick',
    player,
    by: 'admin-kick',
    reason: 'Third warning: no bases on the airfield',
  }),
  of(5, {
    kind: 'kept-out',
    player,
    rule: 'ban',
    did: 'kick',
    seen: { kind: 'player', at: AT },
    ban: { id: 'f'.repeat(24), banlist_id: 'd'.repeat(24), banlist: 'Griefers' },
    reason: 'Cheating',
    until: null,
    outcome: 'done',
  }),
  of(4, {
    kind: 'action',
    actor,
    action: SERVER_ACTION.SERVER_KICK,
    player: bob,
    text: 'Goodbye',
    outcome: 'done',
  }),
  {
    of: 'console',
    server_id: SERVER_ID,
    seq: 3,
    at: AT,
    entry: { kind: 'console', direction: 'out', text: 'kick 3', actor },
    whom: bob,
  },
  LONG_AUDITED,
  KEPT_OUT_AUDITED,
];

it.each([390, 768])(
  'leaves room for a finger at %d, also where it is out of sight',
  async (width) => {
    await loadStyles();
    const entries = Array.from({ length: 90 }, (_, at) => {
      const entry = EVERY_KIND[at % EVERY_KIND.length] ?? LONG_AUDITED;
      return { ...entry, seq: 90 - at };
    });
    leave = draw(
      <HistoryPage />,
      historyConnection(() => ({ entries })),
      '/history',
    );
    await expect.element(page.getByText('hello again').first()).toBeVisible();
    expect(await barriersIn(document.body, [width])).toEqual([]);
    // What reaches beyond its row would lie under the links of the next one, and a sign over the details below it.
    const beyond = [...document.querySelectorAll('.history-entry')].filter((row) => {
      const lowest = (what: string) =>
        Math.max(
          ...[...row.querySelectorAll(what)].map((one) => one.getBoundingClientRect().bottom),
        );
      const { bottom } = row.getBoundingClientRect();
      const details = row.querySelector('summary')?.getBoundingClientRect().top ?? bottom;
      return (
        lowest(':scope > *, .player-link, summary') > bottom || lowest('.why-ask .button') > details
      );
    });
    expect(beyond.map(({ textContent }) => textContent)).toEqual([]);
  },
);
