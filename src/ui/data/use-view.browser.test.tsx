import { type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import type { ServerRow } from '../../domain/rows.ts';
import { holdClock, useTextOfNow } from './clock.ts';
import { FakeConnection, SERVER_ID, serverRow } from './doubles.ts';
import { LiveView } from './live-view.ts';
import { ConnectionContext, useConnectionKind, useRow, useShown } from './use-view.ts';

/** Draws a component that calls `use`, and counts how often. Answers what it shows and the count. */
async function drawn(connection: FakeConnection, use: () => ReactNode) {
  const element = document.createElement('div');
  const root = createRoot(element);
  let count = 0;
  function Part() {
    count += 1;
    return use();
  }
  flushSync(() =>
    root.render(
      <ConnectionContext value={connection}>
        <Part />
      </ConnectionContext>,
    ),
  );
  const settled = async () => {
    await new Promise((frame) => requestAnimationFrame(() => setTimeout(frame)));
    return { text: element.textContent, count };
  };
  await settled();
  return { settled, unmount: () => root.unmount() };
}

it('how the connection is, in a word, draws nothing as the host goes on to tell', async () => {
  const connection = new FakeConnection();
  const tell = (kind: 'live' | 'resuming', fresh_at: number) =>
    connection.put('link', [
      {
        id: 'link',
        connection: kind === 'live' ? { kind, since: 0, latency: fresh_at } : { kind, since: 0 },
        fresh_at,
      },
    ]);
  tell('live', 0);
  const { settled, unmount } = await drawn(connection, () => useConnectionKind());
  const before = await settled();
  for (let second = 1; second <= 10; second++) tell('live', second * 1_000);
  expect(await settled()).toEqual(before);
  tell('resuming', 11_000);
  expect(await settled()).toEqual({ text: 'resuming', count: before.count + 1 });
  unmount();
});

it('a row of which a part is shown is drawn again when that part is another', async () => {
  const view = new LiveView<ServerRow>();
  view.reset({ rows: [serverRow()], order: [SERVER_ID], total: 1, from: 0 });
  const NAME = ['configuration'] as const;
  const { settled, unmount } = await drawn(
    new FakeConnection(),
    () => useRow(view.row(SERVER_ID), NAME)?.configuration.identifier,
  );
  const before = await settled();
  const { population, configuration } = serverRow();
  for (let players = 0; players < 10; players++) {
    const fields = { population: { ...population, players } };
    view.apply([{ op: 'fields', id: SERVER_ID, fields }]);
  }
  expect(await settled()).toEqual(before);
  const renamed = { ...configuration, identifier: 'Livonia' };
  view.apply([{ op: 'fields', id: SERVER_ID, fields: { configuration: renamed } }]);
  expect(await settled()).toEqual({ text: 'Livonia', count: before.count + 1 });
  unmount();
});

it('what is shown of a row stands in the page by itself: what is around it is not drawn again', async () => {
  const view = new LiveView<ServerRow>();
  view.reset({ rows: [serverRow()], order: [SERVER_ID], total: 1, from: 0 });
  const playersOf = ({ population }: ServerRow) => population.players;
  const { settled, unmount } = await drawn(new FakeConnection(), () => {
    const players = useShown(view.row(SERVER_ID), playersOf);
    return <>{players}</>;
  });
  const before = await settled();
  const population = { ...serverRow().population, players: 41 };
  view.apply([{ op: 'fields', id: SERVER_ID, fields: { population } }]);
  expect(await settled()).toEqual({ text: '41', count: before.count });
  unmount();
});

it('a text of the moment is drawn again when it reads otherwise', async () => {
  holdClock(0);
  const minutes = (now: number) => `${Math.floor(now / 60_000)} min`;
  const { settled, unmount } = await drawn(new FakeConnection(), () => useTextOfNow(minutes));
  const before = await settled();
  for (let second = 1; second < 60; second++) holdClock(second * 1_000);
  expect(await settled()).toEqual(before);
  holdClock(60_000);
  expect(await settled()).toEqual({ text: '1 min', count: before.count + 1 });
  holdClock(null);
  unmount();
});
