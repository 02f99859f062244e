import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Query } from '../../domain/queries.ts';
import { draw } from '../app/doubles.tsx';
import { FakeConnection, serverRow } from '../data/doubles.ts';
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
