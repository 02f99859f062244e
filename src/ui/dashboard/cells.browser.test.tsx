import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, it } from 'vitest';
import { fold } from '../../domain/fold.ts';
import type { ConnectionState, ServerRow } from '../../domain/rows.ts';
import { createRows } from '../../domain/state.ts';
import { createLoad } from '../../testing/frames.ts';
import { openingEvents } from '../../testing/snapshots.ts';
import { startTexts } from '../text/i18n.ts';
import type { Column } from './address.ts';
import { Cell } from './cells.tsx';

const COLUMNS: readonly Column[] = [
  'game',
  'identifier',
  'state',
  'players',
  'slots',
  'queue',
  'next_restart',
  'uptime',
];

beforeAll(startTexts);

it('a cell shows after any change what it would show if it were drawn for the first time', () => {
  const { world, take } = createLoad({ seed: 3, servers: 1, players: 10 });
  const rows = createRows();
  fold(rows, openingEvents(world));
  const [kept, anew] = [0, 1].map(() => document.body.appendChild(document.createElement('div')));
  const [keptRoot, anewRoot] = [createRoot(kept!), createRoot(anew!)];
  const cells = (server: ServerRow, connection: ConnectionState['kind']) =>
    COLUMNS.map((column) => (
      <p key={column}>
        <Cell column={column} server={server} connection={connection} locale="en" />
      </p>
    ));
  for (let step = 0; step < 200; step += 1) {
    fold(
      rows,
      take(1).map((frame) => ({ source: 'realtime' as const, ...frame })),
    );
    const [row] = rows.servers.values();
    // As it comes from the worker: every part of it is a new object.
    const server = structuredClone(row!);
    const connection = step % 20 < 15 ? 'live' : 'lost';
    flushSync(() => {
      keptRoot.render(<div>{cells(server, connection)}</div>);
      anewRoot.render(<div key={step}>{cells(server, connection)}</div>);
    });
    expect(kept!.innerHTML).toBe(anew!.innerHTML);
  }
  for (const root of [keptRoot, anewRoot]) root.unmount();
  for (const element of [kept!, anew!]) element.remove();
});
