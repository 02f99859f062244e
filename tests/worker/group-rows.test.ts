import { expect, it } from 'vitest';
import type { ResourceView } from '../../src/domain/queries.ts';
import type { RowOf } from '../../src/protocol/resources/registry.ts';
import { resourceStream } from '../../src/protocol/streams.ts';
import { liveBrowser } from './tabs.ts';

const [TEAM, OTHER] = ['a'.repeat(24), 'b'.repeat(24)];

const role = (group_id: string, digit: string, name: string): RowOf<'teamRoles'> => ({
  id: digit.repeat(24),
  server_id: null,
  group_id,
  name,
  colour: '#336699',
  hierarchy: Number(digit),
  is_owner: false,
  permissions: ['team.view'],
  members: 0,
  created_at: 0,
});

const rolesOf = (group_id: string) =>
  ({
    view: 'rows',
    resource: 'teamRoles',
    server_id: null,
    group_id,
    text: '',
    where: {},
    window: { from: 0, to: 100 },
  }) as const;

/** A tab that looks at the roles of two teams, of which the account may see those of the first. */
async function roles() {
  const browser = await liveBrowser();
  const { world, host, clock } = browser;
  host.permitGroup(TEAM, ['team.view', 'team.roles.list']);
  host.permitGroup(OTHER, ['team.view']);
  world.groups.put('teamRoles', role(TEAM, '1', 'Captain'));
  world.groups.put('teamRoles', role(OTHER, '2', 'Mate'));
  await clock.advance(1_000);
  const tab = await browser.tab('one');
  const views = [TEAM, OTHER].map((id) => tab.view(rolesOf(id)));
  await clock.advance(1_000);
  const seen = () =>
    views.map((view) =>
      view.ids.peek().map((id) => (view.row(id).peek() as ResourceView<'teamRoles'>).name),
    );
  return { browser, world, host, clock, views, seen };
}

it('the rows of a group are followed by whoever may read them, and are as the host tells them', async () => {
  const { browser, world, host, clock, seen } = await roles();
  expect(seen()).toEqual([['Captain'], []]);
  const held = browser.worker.engine.rows.streams.get(resourceStream('teamRoles', TEAM));
  expect(held).toMatchObject({ server_id: null, position: 1 });
  host.tell([world.groups.put('teamRoles', role(TEAM, '3', 'Guest'))]);
  await clock.advance(1_000);
  expect(seen()).toEqual([['Captain', 'Guest'], []]);
  host.tell([world.groups.remove(TEAM, 'teamRoles', '1'.repeat(24))]);
  await clock.advance(1_000);
  expect(seen()).toEqual([['Guest'], []]);
});

it('they go with the permission, and come with it', async () => {
  const { browser, host, clock, seen } = await roles();
  host.permitGroup(TEAM, ['team.view']);
  host.permitGroup(OTHER, ['team.view', 'team.roles.list']);
  await clock.advance(5_000);
  expect(seen()).toEqual([[], ['Mate']]);
  expect([...browser.worker.engine.rows.teamRoles.keys()]).toEqual(['2'.repeat(24)]);
  host.permitGroup(OTHER, []);
  await clock.advance(5_000);
  expect(browser.worker.engine.rows.teamRoles.size).toBe(0);
});

it('they are there after a pause in which the host has forgotten what it told', async () => {
  const { world, host, clock, seen } = await roles();
  host.close();
  host.tell([world.groups.put('teamRoles', role(TEAM, '3', 'Guest'))]);
  host.prune(0);
  await clock.advance(60_000);
  expect(seen()).toEqual([['Captain', 'Guest'], []]);
});

it('they go where nobody looks any more', async () => {
  const { browser, host, clock, views } = await roles();
  for (const view of views) view.stop();
  await clock.advance(10_000);
  expect(browser.worker.engine.rows.teamRoles.size).toBe(0);
  const end = { type: 'unsubscribe', server_id: null, group_id: TEAM, topics: ['teamRoles'] };
  expect(host.received).toContainEqual(end);
});
