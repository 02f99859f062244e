/** The bans of a list narrowed down: by each filter that it declares, and by several at once. */
import { beforeEach, expect, it } from 'vitest';
import {
  STEAM,
  ada,
  banned,
  does,
  done,
  eachBansAnew,
  groups,
  list,
  mate,
  newList,
  page,
  seen,
  team,
  useList,
} from '../../../tests/support/banning.ts';
import type { Person } from '../../../tests/support/groups.ts';

eachBansAnew();

let cid: Person;
let bob: string;
/** Ids of bans by what is told apart of them. */
let bans: Readonly<Record<'person' | 'address' | 'revoked' | 'setAside' | 'byCid', string>>;
/** When the second of them was made. */
let second: number;

beforeEach(async () => {
  useList(await newList({ kind: 'team', id: team }));
  cid = await mate(['banlist.view', 'banlist.list', 'banlist.add-permanent']);
  bob = await seen(STEAM, '192.0.2.7');
  const person = await banned({ who: { kind: 'person', muster_id: bob } });
  groups.test.advance(60_000);
  second = groups.test.deps.clock();
  const address = await banned({ who: { kind: 'address', address: '192.0.2.9' } });
  groups.test.advance(60_000);
  const [revoked, setAside, byCid] = [await banned(), await banned(), groups.fresh()];
  for (const [id, status] of [
    [revoked, 'REVOKED'],
    [setAside, 'REWORK_REQUIRED'],
  ] as const) {
    await done(does(ada, `banlist/${list}/bans/${id}/status`, { status }));
  }
  const who = { kind: 'identity', steam_id: '76561190000000009' };
  const body = { ban_id: byCid, who, reason: 'Griefing', minutes: null };
  await done(does(cid, `banlist/${list}/bans/create`, body));
  bans = { person, address, revoked, setAside, byCid };
});

/** Which of them are there, by their names here. */
async function found(query: string): Promise<readonly string[]> {
  const { rows, total } = await page(ada, query);
  const names = Object.entries(bans).flatMap(([name, id]) =>
    rows.some((row) => row.id === id) ? [name] : [],
  );
  expect([names.length, total]).toEqual([rows.length, rows.length]);
  return names.toSorted();
}

it('by status, kind, origin, person, issuer and day', async () => {
  expect(await found('')).toEqual(['address', 'byCid', 'person', 'revoked', 'setAside']);
  expect(await found('status=ACTIVE')).toEqual(['address', 'byCid', 'person']);
  expect(await found('status=REVOKED')).toEqual(['revoked']);
  expect(await found('status=REWORK_REQUIRED')).toEqual(['setAside']);
  expect(await found('status=INACTIVE')).toEqual([]);
  expect(await found('kind=address')).toEqual(['address']);
  expect(await found('kind=person')).toEqual(['byCid', 'person', 'revoked', 'setAside']);
  expect(await found('origin=IMPORTED')).toEqual([]);
  expect(await found(`person=${bob}`)).toContain('person');
  expect(await found(`person=${bob}`)).not.toContain('byCid');
  expect(await found(`issuer=${cid.id}`)).toEqual(['byCid']);
  expect(await found(`until=${second - 1}`)).toEqual(['person']);
  expect(await found(`from=${second}&until=${second}`)).toEqual(['address']);
});

it('by several at once, and a ban moves with its status', async () => {
  expect(await found(`status=ACTIVE&kind=person&issuer=${ada.id}`)).toEqual(['person']);
  const path = `banlist/${list}/bans/${bans.person}/status`;
  expect(await does(ada, path, { status: 'REVOKED' })).toBe('done');
  expect(await found(`status=ACTIVE&kind=person&issuer=${ada.id}`)).toEqual([]);
  expect(await found('status=REVOKED')).toEqual(['person', 'revoked']);
});
