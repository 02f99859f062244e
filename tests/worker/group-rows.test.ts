import { expect, it } from 'vitest';
import type { PagingRow, ResourceView } from '../../src/domain/queries.ts';
import type { RowOf } from '../../src/protocol/resources/registry.ts';
import { resourceStream } from '../../src/protocol/streams.ts';
import { shownCall } from '../../src/worker/commands/shown-calls.ts';
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

it('a role that somebody moves stands there before the host has answered, and goes back where it is refused', async () => {
  const { browser, world, host, clock, seen } = await roles();
  for (const row of [
    { ...role(TEAM, '1', 'Owner'), hierarchy: 0, is_owner: true },
    { ...role(TEAM, '3', 'Medic'), hierarchy: 1 },
    { ...role(TEAM, '4', 'Guest'), hierarchy: 2 },
  ]) {
    host.tell([world.groups.put('teamRoles', row)]);
  }
  await clock.advance(1_000);
  host.latency = 400;
  const { worker } = browser;
  // Each of several rows is a write of its own.
  let drawn = 0;
  browser.random = () => (drawn++ % 17) / 17;
  const params = { group_id: TEAM, role_id: '4'.repeat(24) };
  const body = { above: '3'.repeat(24) };
  const asked = shownCall(worker, 'teamRoleMove', { params, body });
  await clock.advance(100);
  expect(seen()[0]).toEqual(['Owner', 'Guest', 'Medic']);
  await clock.advance(5_000);
  // This host knows no such call.
  expect((await asked).ok).toBe(false);
  expect(seen()[0]).toEqual(['Owner', 'Medic', 'Guest']);
  expect(worker.engine.rows.writes.size).toBe(0);
});

it('the audit of a team comes in pages, follows its stream, and goes with the permission', async () => {
  const { world, host, clock, browser } = await roles();
  host.permitGroup(TEAM, ['team.view', 'team.modify']);
  const entry = (digit: string) => ({
    id: digit.repeat(24),
    server_id: null,
    group_id: TEAM,
    at: Number(digit),
    actor_id: null,
    actor_name: '',
    action: 'groups.edit',
    detail: {},
    things: [],
  });
  world.groups.putEntry('teamAudit', entry('1'));
  const question = { resource: 'teamAudit', server_id: null, group_id: TEAM, text: '' } as const;
  const asked = { ...question, order: 'at', direction: 'desc', where: {} } as const;
  const tab = await browser.tab('two');
  const pages = tab.view({ view: 'pages', ...asked, window: { from: 0, to: 50 } });
  const paging = tab.view({ view: 'paging', ...asked });
  const shown = () => pages.ids.peek().map((id) => Number(id.charAt(0)));
  const state = () => (paging.row('paging').peek() as PagingRow).state;
  await clock.advance(1_000);
  expect([shown(), state()]).toEqual([[1], 'ready']);
  host.tell([world.groups.putEntry('teamAudit', entry('2'))]);
  await clock.advance(1_000);
  expect(shown()).toEqual([2, 1]);
  host.permitGroup(TEAM, ['team.view']);
  await clock.advance(5_000);
  expect([shown(), state()]).toEqual([[], 'refused']);
});
