import { expect, it } from 'vitest';
import { auditRow } from '../../domain/audit/row.ts';
import type { CallAnswer } from '../contract.ts';
import { ManualClock } from '../doubles.ts';
import { PagedList } from './paged-list.ts';

const QUESTION = {
  resource: 'audit',
  server_id: 'a'.repeat(24),
  order: 'at',
  direction: 'desc',
  text: '',
  where: {},
} as const;

/** When a host is asked that always answers the same, in seconds, while what is told goes on. */
async function asks(answer: Partial<CallAnswer<'auditPage'>>): Promise<readonly number[]> {
  const clock = new ManualClock(0);
  const seconds: number[] = [];
  const call = async () => {
    seconds.push(clock.now() / 1_000);
    const rest = { position: 10, rows: [], place: null, total: 50, about: false };
    return { ok: true, value: { ...rest, previous: null, next: null, ...answer } } as never;
  };
  const list = new PagedList(QUESTION, { clock, rest: { call } });
  list.reached(10);
  list.look({ stretch: { from: 0, to: 20 }, changed: () => {} });
  await clock.advance(1_000);
  for (let position = 11; position < 20; position++) {
    list.told({ position, before: null, after: null });
    list.reached(position);
    await clock.advance(1);
  }
  await clock.advance(40_000);
  return seconds.map(Math.floor);
}

it('an answer that does not bring what was wanted is asked for again after a pause, each twice as long', async () => {
  const next = JSON.stringify([1, 'b'.repeat(24)]);
  expect(await asks({ next })).toEqual([0, 0, 2, 6, 14, 30]);
});

it('so is one that is older than what was told', async () => {
  expect(await asks({ position: 5 })).toEqual([0, 2, 6, 14, 30]);
});

it('what was shown goes when the host refuses it, and stays where there is only no answer', async () => {
  const clock = new ManualClock(0);
  const row = auditRow(
    { id: 'b'.repeat(24), server_id: QUESTION.server_id, at: 1, action: 'x', detail: {} },
    null,
  );
  const answer = { position: 10, rows: [row], place: null, total: 900, about: false };
  const problem = { status: 403, code: 'permission-denied' };
  const page = { ok: true, value: { ...answer, previous: null, next: '[1,"b"]' } };
  const answers: unknown[] = [page, { ok: false, error: { kind: 'unreachable' } }];
  const call = async () =>
    (answers.shift() ?? { ok: false, error: { kind: 'problem', problem } }) as never;
  const list = new PagedList(QUESTION, { clock, rest: { call } });
  const shown = () => list.shown({ from: 0, to: 20 }).rows.length;
  list.reached(10);
  list.look({ stretch: { from: 0, to: 20 }, changed: () => {} });
  await clock.advance(1);
  expect([shown(), list.paging.state]).toEqual([1, 'failed']);
  await clock.advance(60_000);
  expect([shown(), list.paging]).toEqual([
    0,
    { id: 'paging', total: 0, about: false, state: 'refused' },
  ]);
});
