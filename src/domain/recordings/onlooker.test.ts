import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { scenarios } from '../../testing/scenario.ts';
import { reduce } from '../reduce.ts';
import { applyChanges, createRows } from '../state.ts';
import { onlookerOf, ShownRows } from './onlooker.ts';

it('whoever looks at a recording that does not tell whose it is sees all of it, and nothing is kept from them', () => {
  expect(onlookerOf(createRows(), 1_000)).toMatchObject({
    email: { verified: true },
    subscription: { restricted: false },
    limits: { servers: null },
    usage: { servers: 0 },
    preferences: { audio_alert_watcher: false },
    capabilities: [],
    servers: {},
  });
});

it('what is shown of a recording is who looks on and a live connection, after every event of it', () => {
  fc.assert(
    fc.property(scenarios, ({ events }) => {
      const rows = createRows();
      const shown = new ShownRows(rows);
      const told = createRows();
      const { account, link } = shown.rows;
      for (const [id, after] of account) {
        applyChanges(told, [{ table: 'account', id, before: undefined, after }]);
      }
      for (const [id, after] of link) {
        applyChanges(told, [{ table: 'link', id, before: undefined, after }]);
      }
      for (const event of events) {
        const changes = reduce(rows, event);
        applyChanges(rows, changes);
        const toShow = shown.changed(changes);
        applyChanges(told, toShow);
        const shownRows = toShow.map(({ table, id }) => `${table}/${id}`);
        expect(new Set(shownRows).size).toBe(shownRows.length);
        if (!changes.some(({ table }) => table === 'link')) {
          expect(toShow.some(({ table }) => table === 'link')).toBe(false);
        }
        expect(account.get('me')).toEqual(onlookerOf(rows, 0));
        const recorded = rows.link.get('link');
        const kind = recorded?.connection.kind ?? '';
        if (['live', 'lost', 'resuming'].includes(kind)) expect(link.get('link')).toEqual(recorded);
        else expect(link.get('link')?.connection.kind).toBe('live');
        expect(told.account).toEqual(account);
        expect(told.link).toEqual(link);
        expect(told.servers).toEqual(rows.servers);
      }
    }),
    { numRuns: 60 },
  );
});
