import { type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import type { ServerRow } from '../../domain/rows.ts';
import { holdClock, useTextOfNow } from './clock.ts';
import { FakeConnection, SERVER_ID, serverRow } from './doubles.ts';
import { LiveView } from './live-view.ts';
import { ConnectionContext, useConnectionKind, useRow } from './use-view.ts';

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
  view.reset([serverRow()], [SERVER_ID], 1, 0);
  const nameOf = ({ configuration }: ServerRow) => configuration.identifier;
  const handle = { row: (id: string) => view.row(id) };
  const { settled, unmount } = await drawn(
    new FakeConnection(),
    () => useRow(handle, SERVER_ID, nameOf)?.configuration.identifier,
  );
  const before = await settled();
  const { population, configuration } = serverRow();
  for (let players = 0; players < 10; players++) {
    view.apply([{ op: 'set', row: serverRow({ population: { ...population, players } }) }]);
  }
  expect(await settled()).toEqual(before);
  const renamed = { ...configuration, identifier: 'Livonia' };
  view.apply([{ op: 'set', row: serverRow({ configuration: renamed }) }]);
  expect(await settled()).toEqual({ text: 'Livonia', count: before.count + 1 });
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
