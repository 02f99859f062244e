import { describe, expect, it } from 'vitest';
import {
  ada,
  ban,
  db,
  does,
  eachBansAnew,
  fresh,
  list,
  seen,
  STEAM,
} from '../../../tests/support/banning.ts';
import { CALLS } from '../../protocol/calls.ts';

eachBansAnew();

const plan = (name: string) =>
  db()
    .updateTable('accounts')
    .set({ plan: name, plan_status: 'ACTIVE', plan_until: null })
    .where('id', '=', ada.id)
    .execute();

describe.each([
  ['free', { sessions: false, traces: false, alternates: false, private: false }, 1],
  ['basic', { sessions: true, traces: false, alternates: false, private: false }, 1],
  ['pro', { sessions: true, traces: true, alternates: true, private: true }, 2],
  ['community', { sessions: true, traces: true, alternates: true, private: true }, null],
  ['advanced', { sessions: true, traces: true, alternates: true, private: true }, null],
] as const)('the plan %s', (name, opens, lists) => {
  it('opens these parts of a profile, and the others are refused', async () => {
    const who = await seen(STEAM, '192.0.2.7');
    await plan(name);
    const profile = await ada.browser.get(`/app/v1/persons/${who}`);
    expect(CALLS.personProfile.answer.parse(profile.json()).opens).toEqual(opens);
    const refused = async (part: string) => {
      const answer = await ada.browser.get(`/app/v1/persons/${who}/${part}`);
      return (answer.json() as { readonly code?: string }).code ?? 'done';
    };
    for (const part of ['sessions', 'traces', 'alternates'] as const) {
      expect([part, await refused(part)]).toEqual([part, opens[part] ? 'done' : 'plan-needed']);
    }
    // It is read from their stays.
    expect(await refused('anti-cheat')).toBe(opens.sessions ? 'done' : 'plan-needed');
    // Who somebody is, and what they did, is not for a plan to open.
    for (const part of ['statistics', 'steam']) expect(await refused(part)).toBe('done');
  });

  it('allows as many ban lists as it says', async () => {
    await plan(name);
    const create = () =>
      does(ada, 'banlists/create', {
        banlist_id: fresh(),
        identifier: 'Watch',
        owner: { kind: 'account', id: ada.id },
      });
    // She has one already.
    for (let owned = 1; owned < (lists ?? 4); owned++) expect(await create()).toBe('done');
    if (lists !== null) expect(await create()).toBe('plan-limit-reached');
    expect(await ban({}, ada, list)).toBe('done');
  });
});
