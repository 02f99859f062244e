/** Who may do what with any thing, both ways round. */
import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { CallAnswer } from '../../worker/contract.ts';
import { draw } from '../app/doubles.tsx';
import { accountRow, FakeConnection, refusal, serverRow } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { PersonPage } from './person-page.tsx';
import { RightsPanel } from './rights-panel.tsx';

type Told = CallAnswer<'personRights'>;

const BEN = { muster_id: 'e'.repeat(24), username: 'ben', display_name: 'Ben', seen_at: null };
const MODERATOR = {
  id: '1'.repeat(24),
  name: 'Moderator',
  colour: '#336699',
  group_id: '2'.repeat(24),
  group: 'Night Watch',
};
const LIST = '3'.repeat(24);
const way = (permissions: Told['things'][number]['ways'][number]['permissions']) =>
  ({ via: 'role', role: MODERATOR, since: 0, permissions }) as const;

let leave = () => {};
beforeAll(startTexts);
afterEach(() => leave());

function open(connection: FakeConnection, screen = <PersonPage musterId={BEN.muster_id} />) {
  leave = draw(screen, connection, '/people');
}
const connection = () =>
  new FakeConnection().put('account', [accountRow()]).put('server', [serverRow()]);

it('asks who may do what with a ban list, and names what lets them', async () => {
  const ways = [way(['banlist.view', 'banlist.remove'])];
  const host = connection().answer('banListRights', () => ({
    ok: true,
    value: { people: [{ ...BEN, ways }], more: 0 },
  }));
  open(host, <RightsPanel of={{ kind: 'banlist', id: LIST }} />);
  await expect.element(page.getByText('Moderator of Night Watch')).toBeVisible();
  await expect.element(page.getByText('See the ban lists · Lift any ban')).toBeVisible();
  await page.getByLabelText('Show who may').selectOptions('Lift any ban');
  await expect
    .poll(() => host.inputs('banListRights').at(-1))
    .toEqual({ params: { banlist_id: LIST }, query: { permission: 'banlist.remove' } });
  expect(host.inputs('serverRights')).toEqual([]);
});

it('says when each was here last, and how many more there are', async () => {
  const ways = [way(['banlist.view'])];
  const seen = {
    ...BEN,
    muster_id: 'd'.repeat(24),
    display_name: 'Dan',
    seen_at: Date.now() - 9_000_000,
  };
  const host = connection().answer('banListRights', () => ({
    ok: true,
    value: {
      people: [
        { ...BEN, ways },
        { ...seen, ways },
      ],
      more: 7,
    },
  }));
  open(host, <RightsPanel of={{ kind: 'banlist', id: LIST }} />);
  await expect.element(page.getByRole('row', { name: /Ben.*unknown/ })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Dan.*2 hr (29|30) min ago/ })).toBeVisible();
  await expect.element(page.getByText('and 7 more')).toBeVisible();
});

it('says where somebody may do what, on servers and on what else there is', async () => {
  const things: Told['things'] = [
    { kind: 'team', id: MODERATOR.group_id, identifier: 'Night Watch', ways: [way(['team.view'])] },
    { kind: 'banlist', id: LIST, identifier: 'Known', ways: [way(['banlist.view'])] },
    { kind: 'bucket', id: LIST, identifier: 'Regulars', ways: [way(['bucket.add'])] },
  ];
  open(
    connection().answer('personRights', () => ({
      ok: true,
      value: { person: BEN, servers: [], things, more: 0 },
    })),
  );
  const links = () =>
    [...document.querySelectorAll('th a')].map((link) => link.getAttribute('href'));
  await expect
    .poll(links)
    .toEqual([`/teams/${MODERATOR.group_id}`, `/ban-manager/${LIST}`, `/buckets/${LIST}`]);
  await expect.element(page.getByText('Nothing on any of these servers.')).toBeVisible();
  expect([...document.querySelectorAll('.ways')].at(-1)?.textContent).toContain('Add entries');
});

it('says that it is refused, and that there is nothing', async () => {
  open(connection().answer('personRights', () => refusal('not-found')));
  await expect.element(page.getByRole('alert')).toBeVisible();
  leave();
  open(
    connection().answer('personRights', () => ({
      ok: true,
      value: { person: BEN, servers: [], things: [], more: 0 },
    })),
  );
  await expect.element(page.getByText('Nothing on any of these.', { exact: true })).toBeVisible();
});
