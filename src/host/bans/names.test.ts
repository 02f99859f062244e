/** Bans are found by names as people type them, and those of before are, too. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { banned, db, eachBansAnew, groups, list, page } from '../../../tests/support/banning.ts';
import { isAsked } from '../../domain/resources/asked.ts';
import { gramsOf } from '../../domain/resources/keys.ts';
import { readFew } from '../store/paged/few.ts';
import { readPaged } from '../store/paged/page.ts';
import { fillBanNames } from './store.ts';

eachBansAnew();

const STEAM = '7656119000000000';
/** The last with two Cyrillic letters. */
const [SNIPER, ZOE, GRIEFER] = ['xX_$n1p3rGh0$t_Xx', 'Zoé', 'GRI\u0415F\u0415R'] as const;
const NAMES = [SNIPER, ZOE, GRIEFER];

async function banAll(): Promise<void> {
  for (const [at, name] of NAMES.entries()) {
    const who = { kind: 'identity', steam_id: `${STEAM}${at + 1}`, name };
    await banned({ who, reason: 'With an AK47' });
  }
}
const named = async (text: string) =>
  (await page(undefined, String(new URLSearchParams({ search: text })))).rows.map(
    ({ name }) => name,
  );

it.each([
  ['sniperghost', [SNIPER]],
  ['SN1PER', [SNIPER]],
  ['$n1p3r', [SNIPER]],
  ['Zoë', [ZOE]],
  ['z0e', [ZOE]],
  ['griefer', [GRIEFER]],
  ['Gr!3f3r', [GRIEFER]],
  ['\u0433riefer', []],
  // What is no name is found as it is written, and a figure of an id stands for no letter.
  ['ak47', [GRIEFER, SNIPER, ZOE]],
  ['4k', []],
  // The key is that of the reason, which is no name.
  ['w1th', []],
  ['with', [GRIEFER, SNIPER, ZOE]],
  [`${STEAM}2`, [ZOE]],
  ['zebra', []],
])('%s', async (text, found) => {
  await banAll();
  expect((await named(text)).toSorted()).toEqual(found.toSorted());
});

it('of many bans those that have such a name are found by the index, which finds the same', async () => {
  await banAll();
  const asked = {
    resource: 'bans',
    owner_id: list,
    order: 'created_at',
    direction: 'desc',
    text: 'Sn1perGhost',
    where: {},
  } as const;
  await groups.read(async (trx) => {
    const few = await readFew(trx, asked, { kind: 'first' }, 10);
    expect(few?.rows).toMatchObject([{ name: SNIPER }]);
    expect(few).toEqual(await readPaged(trx, asked, { kind: 'first' }, 10));
  });
});

it('a page of many finds no other by a key', async () => {
  await banAll();
  await groups.read(async (trx) => {
    for (const text of ['w1th', 'Sn1perGhost', 'Gr!3f3r']) {
      const asked = {
        resource: 'bans',
        owner_id: list,
        order: 'created_at',
        direction: 'desc',
        text,
        where: {},
      } as const;
      const [few, scanned] = await Promise.all([
        readFew(trx, asked, { kind: 'first' }, 10),
        readPaged(trx, asked, { kind: 'first' }, 10),
      ]);
      expect(few).toEqual(scanned);
      expect(scanned.rows.length).toBe(text === 'w1th' ? 0 : 1);
      expect(scanned.rows.every((row) => isAsked(asked, row))).toBe(true);
    }
  });
});

it('bans from before are filled in once, and found', async () => {
  await banAll();
  await sql`
    update paged_bans set folded = lower(data->>'name'), grams = ${gramsOf('xx')}::text[]
    where owner_id = ${list}
  `.execute(db());
  expect(await named('griefer')).toEqual([]);
  await fillBanNames(db());
  expect(await named('griefer')).toEqual([GRIEFER]);
  expect(await named('z0e')).toEqual([ZOE]);
  const { rows } = await sql`select after from ban_names_fill`.execute(db());
  expect(rows).toEqual([]);
});
