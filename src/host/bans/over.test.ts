import { describe, expect, it } from 'vitest';
import {
  ada,
  ban,
  banned,
  does,
  eachBansAnew,
  groups,
  list,
  page,
  read,
} from '../../../tests/support/banning.ts';
import { cleanBans, endBans } from './over.ts';

const MINUTE = 60_000;

eachBansAnew();

const status = (id: string, to: string) =>
  does(ada, `banlist/${list}/bans/${id}/status`, { status: to });

describe('a ban', () => {
  it('goes a day after it is over or revoked, and not while it is set aside or in force', async () => {
    const of = (digit: string, more: object = {}) =>
      banned({ who: { kind: 'identity', steam_id: `7656119000000010${digit}` }, ...more });
    const [over, revoked, aside, held] = [
      await of('1', { minutes: 5 }),
      await of('2'),
      await of('3'),
      await of('4'),
    ];
    await status(revoked, 'REVOKED');
    await status(aside, 'REWORK_REQUIRED');
    groups.test.advance(5 * MINUTE);
    await endBans(groups.test.deps);
    const left = async () => (await page()).rows.map(({ id }) => id).toSorted();
    await cleanBans(groups.test.deps);
    expect(await left()).toEqual([over, revoked, aside, held].toSorted());
    groups.test.advance(86_400_001);
    await cleanBans(groups.test.deps);
    expect(await left()).toEqual([aside, held].toSorted());
  });

  it('holds again where it is over and gets a new end, and not by another reason alone', async () => {
    const edit = (id: string, to: Record<string, unknown>) =>
      does(ada, `banlist/${list}/bans/${id}`, to);
    const [prolonged, reworded, revoked] = [
      await banned({ minutes: 1 }),
      await banned({ who: { kind: 'identity', steam_id: '76561190000000109' }, minutes: 1 }),
      await banned({ who: { kind: 'identity', steam_id: '76561190000000108' }, minutes: 1 }),
    ];
    await status(revoked, 'REVOKED');
    groups.test.advance(2 * MINUTE);
    await endBans(groups.test.deps);
    const week = 7 * 1_440;
    expect([
      await edit(prolonged, { minutes: week }),
      await edit(reworded, { reason: 'Spawn camping' }),
      await edit(revoked, { minutes: week }),
    ]).toEqual(['done', 'done', 'done']);
    const { ban } = await read(prolonged);
    expect(ban).toMatchObject({
      status: 'ACTIVE',
      until: groups.test.deps.clock() + week * MINUTE,
    });
    expect((await read(reworded)).ban.status).toBe('INACTIVE');
    expect((await read(revoked)).ban.status).toBe('REVOKED');
    groups.test.advance(86_400_001);
    await cleanBans(groups.test.deps);
    expect((await page()).rows.map(({ id }) => id)).toEqual([prolonged]);
  });

  it('stays twice, over and revoked on a list that keeps what is inactive', async () => {
    await does(ada, `banlist/${list}`, { keep_inactive: true });
    const revoked = await banned({ who: { kind: 'identity', steam_id: '76561190000000109' } });
    await status(revoked, 'REVOKED');
    await banned({ minutes: 5 });
    await banned();
    groups.test.advance(86_400_001);
    await cleanBans(groups.test.deps);
    expect((await page()).rows).toHaveLength(3);
  });

  it('has a description of at most 400 characters', async () => {
    expect(await ban({ description: 'x'.repeat(401) })).toBe('invalid-request');
    expect(await ban({ description: 'x'.repeat(400) })).toBe('done');
    const [row] = (await page()).rows;
    const edit = (description: string) =>
      does(ada, `banlist/${list}/bans/${row?.id}`, { description });
    expect([await edit('y'.repeat(401)), await edit('y'.repeat(400))]).toEqual([
      'invalid-request',
      'done',
    ]);
  });
});
