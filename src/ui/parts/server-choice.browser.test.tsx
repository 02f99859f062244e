import { afterEach, beforeAll, expect, it } from 'vitest';
import { useState } from 'react';
import { page } from 'vitest/browser';
import type { Query } from '../../domain/queries.ts';
import { draw } from '../app/doubles.tsx';
import { accountRow, FakeConnection, SERVER_ID, serverRow } from '../data/doubles.ts';
import type { TabView } from '../data/live-view.ts';
import { startTexts } from '../text/i18n.ts';
import { ServerChoice } from './server-choice.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

/** Finds more servers than it was asked for. */
class Many extends FakeConnection {
  override subscribe(query: Query, view: TabView): () => void {
    if (query.view !== 'servers') return super.subscribe(query, view);
    const { id } = serverRow();
    view.reset({ rows: [serverRow()], order: [id], total: 3, from: 0, packed: null });
    return () => {};
  }
}

it('says how many it chooses where not all that are found are listed', async () => {
  const chosen: (readonly string[])[] = [];
  leave = draw(
    <ServerChoice label="" chosen={[]} most={10} onChosen={(ids) => chosen.push(ids)} />,
    new Many(),
    '/walls/new',
  );
  await page.getByRole('button', { name: 'Choose the first 1 found' }).click();
  expect(chosen).toEqual([[serverRow().id]]);
});

it('says which of the chosen servers are gone, and lets them be taken out', async () => {
  const gone = 'e'.repeat(24);
  const chosen: (readonly string[])[] = [];
  function Chosen() {
    const [ids, setIds] = useState<readonly string[]>([gone, SERVER_ID]);
    chosen.push(ids);
    return <ServerChoice label="" chosen={ids} most={10} onChosen={setIds} />;
  }
  const connection = new FakeConnection().put('account', [accountRow()]);
  leave = draw(<Chosen />, connection, '/walls/new');
  const missing = page.getByRole('checkbox', {
    name: `${gone}: deleted, or you may no longer see it`,
  });
  await expect.element(missing).toBeChecked();
  await missing.click();
  await expect.element(missing).not.toBeChecked();
  expect(document.activeElement).toBe(missing.element());
  expect(chosen.at(-1)).toEqual([SERVER_ID]);
  // Seen again, it stands among the others.
  connection.put('account', [accountRow({ servers: { [gone]: ['server.view'] } })]);
  await expect.element(missing).not.toBeInTheDocument();
});
