import { expect, it } from 'vitest';
import type { ResourceView } from '../../src/domain/queries.ts';
import { createCommands } from '../../src/worker/commands/commands.ts';
import { liveBrowser, type Browser } from './tabs.ts';

const PLAYER = 'b'.repeat(24);
const NOTE = 'c'.repeat(24);

const notesOf = (server_id: string) =>
  ({
    view: 'rows',
    resource: 'notes',
    server_id,
    text: '',
    where: {},
    window: { from: 0, to: 100 },
  }) as const;

const commandsOf = ({ worker }: Browser) =>
  createCommands(
    worker,
    () => expect.fail(),
    () => {},
  );

/** Two tabs that look at a server's notes, and what a person does in one of them. */
async function twoTabs() {
  const browser = await liveBrowser();
  const server = browser.world.servers[0]!;
  const tabs = [await browser.tab('one'), await browser.tab('other')];
  const views = tabs.map((tab) => tab.view(notesOf(server.id)));
  await browser.clock.advance(1_000);
  const seen = () =>
    views.map((view) =>
      view.ids
        .peek()
        .map((id) => view.row(id).peek() as ResourceView<'notes'>)
        .map(({ comment, pending }) => (pending ? `${comment} …` : comment)),
    );
  const about = { resource: 'notes', server_id: server.id, row_id: NOTE } as const;
  return { browser, server, seen, about, commands: commandsOf(browser) };
}

it('a note shows in every tab before the host has answered, and then as the host tells it', async () => {
  const { browser, seen, about, commands } = await twoTabs();
  browser.host.latency = 400;
  const values = { player_id: PLAYER, comment: 'builds towers' };
  const added = commands.write({ ...about, id: '1', write: 'add', values });
  await browser.clock.advance(100);
  expect(seen()).toEqual([['builds towers …'], ['builds towers …']]);
  await browser.clock.advance(5_000);
  expect(await added).toEqual({ ok: true, value: null });
  expect(seen()).toEqual([['builds towers'], ['builds towers']]);
  const edited = commands.write({
    ...about,
    id: '2',
    write: 'edit',
    values: { comment: 'left them' },
  });
  await browser.clock.advance(5_000);
  await edited;
  expect(seen()).toEqual([['left them'], ['left them']]);
  void commands.write({ ...about, id: '3', write: 'remove' });
  await browser.clock.advance(100);
  expect(seen()).toEqual([[], []]);
  await browser.clock.advance(5_000);
  expect(seen()).toEqual([[], []]);
  expect(browser.worker.engine.rows.writes.size).toBe(0);
});

it('what the host refuses is again as it was, and the reason stays until it is read', async () => {
  const { browser, server, seen, about, commands } = await twoTabs();
  const values = { player_id: PLAYER, comment: 'builds towers' };
  void commands.write({ ...about, id: '1', write: 'add', values });
  await browser.clock.advance(5_000);
  browser.world.remove(server, 'notes', NOTE);
  const edited = commands.write({ ...about, id: '2', write: 'edit', values: { comment: 'x' } });
  await browser.clock.advance(5_000);
  expect(await edited).toMatchObject({ ok: false });
  const { writes } = browser.worker.engine.rows;
  expect([...writes.values()]).toMatchObject([{ id: '2', state: 'failed', error: 'not-found' }]);
  expect(seen()[0]).toEqual(['builds towers']);
  await commands.dismiss('2');
  expect(writes.size).toBe(0);
});

it('a note whose answer was lost on its way is asked for again, and is there once', async () => {
  const { browser, server, seen, about, commands } = await twoTabs();
  browser.host.failing = 1;
  const values = { player_id: PLAYER, comment: 'builds towers' };
  const added = commands.write({ ...about, id: '1', write: 'add', values });
  await browser.clock.advance(5_000);
  expect(await added).toEqual({ ok: true, value: null });
  expect(server.rows.notes.size).toBe(1);
  expect(seen()).toEqual([['builds towers'], ['builds towers']]);
});

it('notes that were told while nobody was connected are there after it, and go with the permission', async () => {
  const { browser, server, seen, about, commands } = await twoTabs();
  const values = { player_id: PLAYER, comment: 'builds towers' };
  void commands.write({ ...about, id: '1', write: 'add', values });
  await browser.clock.advance(5_000);
  const note = server.rows.notes.get(NOTE)!;
  browser.host.close();
  browser.host.tell([browser.world.put(server, 'notes', { ...note, comment: 'left them' })]);
  browser.host.prune(0);
  await browser.clock.advance(60_000);
  expect(seen()).toEqual([['left them'], ['left them']]);
  browser.host.permit(server, ['server.view']);
  await browser.clock.advance(5_000);
  expect(browser.worker.engine.rows.notes.size).toBe(0);
  expect(seen()).toEqual([[], []]);
});
