import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { FeedRow } from '../../domain/rows.ts';
import { draw } from '../app/doubles.tsx';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { accountRow, FakeConnection, SERVER_ID } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { localeOf } from '../text/locale.ts';
import { FeedEntry } from './feed-entry.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const player = (name: string) => ({ id: null, muster_id: null, name });
const nobody = { player: null, cause: 'fall', weapon: null, distance: null };
const ann = { player: player('Ann'), cause: '', weapon: 'KA-101', distance: 1_013.16 };

/** The sentence of an entry, without its time. */
async function told(entry: FeedRow['entry'], locale = 'en'): Promise<string> {
  const row = { id: 's:1', server_id: 's', seq: 1, at: 0, entry };
  leave = draw(
    <ol>
      <FeedEntry row={row} locale={localeOf(locale)} />
    </ol>,
    new FakeConnection(),
    '/',
  );
  const text = await page.getByRole('listitem').findElement();
  return text.querySelector('.text')?.textContent ?? '';
}

it.each<[FeedRow['entry'], string]>([
  [{ kind: 'death', player: player('Bob'), by: null }, 'Bob died'],
  [{ kind: 'death', player: player(''), by: null }, 'an erased player died'],
  [{ kind: 'death', player: player('Bob'), by: nobody }, 'Bob died: fall'],
  [
    { kind: 'death', player: player('Bob'), by: ann },
    'Bob was killed by Ann with KA-101 from 1,013 m',
  ],
  [
    { kind: 'death', player: player('Bob'), by: { ...ann, weapon: null } },
    'Bob was killed by Ann from 1,013 m',
  ],
  [
    {
      kind: 'death',
      player: { ...player('Bob'), muster_id: 'b' },
      by: { ...ann, player: { ...player('Bob'), muster_id: 'b' }, weapon: 'Blunt', distance: null },
    },
    'Bob killed themselves with Blunt',
  ],
  [
    {
      kind: 'hit',
      player: player('Bob'),
      by: { ...nobody, cause: 'Infected' },
      zone: 'Torso',
      damage: 4.42,
    },
    'Bob was hit by Infected (Torso, 4.4 damage)',
  ],
  [
    { kind: 'kick', player: player('Bob'), by: 'battleye', reason: 'Query Timeout' },
    'Bob was kicked: Query Timeout (by BattlEye)',
  ],
])('tells %j in a sentence', async (entry, sentence) => {
  expect(await told(entry)).toBe(sentence);
});

it('writes distances and damage as the locale does', async () => {
  const entry = { kind: 'death', player: player('Bob'), by: ann } as const;
  expect(await told(entry, 'de')).toContain('1.013 m');
});

it('never takes a name for markup or for a part of the sentence', async () => {
  const hostile = '{{by}} <b>\uE000by\uE001</b> \u202Eחובק';
  const entry = { kind: 'death', player: player(hostile), by: ann } as const;
  expect(await told(entry)).toBe(`${hostile} was killed by Ann with KA-101 from 1,013 m`);
  const names = [...document.querySelectorAll('.feed-entry bdi')].map((one) => one.textContent);
  expect(names).toEqual([hostile, 'Ann', 'KA-101']);
});

it('who acted is opened by whoever may know them, and named to everybody else', async () => {
  const bea = { muster_id: 'e'.repeat(24), display_name: 'Bea' };
  const entry = { kind: 'configuration', actor: bea, change: 'settings' } as const;
  const row = { id: 's:1', server_id: SERVER_ID, seq: 1, at: 0, entry };
  const viewer = (permission: ServerPermission) =>
    accountRow({ capabilities: [], servers: { [SERVER_ID]: [permission] } });
  const connection = new FakeConnection().put('account', [viewer('server.view.feed')]);
  leave = draw(
    <ol>
      <FeedEntry row={row} locale={localeOf('en')} />
    </ol>,
    connection,
    '/',
  );
  await expect.element(page.getByText('Bea')).toBeVisible();
  const opens = page.getByRole('button', { name: 'Bea' });
  expect(opens.elements()).toEqual([]);
  connection.put('account', [viewer('server.view.audit')]);
  await opens.click();
  expect(new URLSearchParams(location.search).get('account')).toBe(`${SERVER_ID}.${bea.muster_id}`);
});
