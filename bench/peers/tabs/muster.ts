import { effect } from '@preact/signals-core';
import type { PlayerRow, ServerRow } from '../../../src/domain/rows.ts';
import { connect } from '../../../src/ui/data/connect.ts';
import { flatPlayer, flatServer, TOP } from '../rows.ts';
import type { Contender, HeldRows } from './shown.ts';

/** The product's own worker and the tab's end of its stream, without the portal's pages. */
export function muster(): Contender {
  return {
    open: ({ probeId, shown }) =>
      new Promise((resolve) => {
        const connection = connect();
        const window = { from: 0, to: TOP };
        const list = { view: 'servers', filter: {}, sort: 'players', direction: 'desc' } as const;
        const top = connection.view<ServerRow>({ ...list, window });
        const probe = connection.view<ServerRow>({ view: 'server', server_id: probeId });
        connection.subscribe({ ...list, window }, top);
        connection.subscribe({ view: 'server', server_id: probeId }, probe);
        effect(() => shown.probe(probe.row(probeId).value?.population.players ?? null));
        effect(() => {
          if (top.ids.value.length > 0) resolve();
          shown.top(
            top.ids.value.map((id) => ({
              id,
              players: top.row(id).value?.population.players ?? null,
            })),
          );
        });
      }),
    held: stored,
  };
}

/** The rows as they are on disk. */
async function stored(): Promise<HeldRows> {
  const databases = await indexedDB.databases();
  const name = databases.find((one) => one.name?.startsWith('muster-account-'))?.name;
  if (name === undefined) return { servers: [], players: [] };
  const database = await asked(indexedDB.open(name));
  const store = database.transaction('chunks').objectStore('chunks');
  const read = async <Row>(table: string): Promise<Row[]> => {
    const range = IDBKeyRange.bound(`${table}/`, `${table}0`);
    const chunks = (await asked(store.getAll(range))) as { rows: Row[] }[];
    return chunks.flatMap(({ rows }) => rows);
  };
  const [servers, players] = await Promise.all([
    read<ServerRow>('servers'),
    read<PlayerRow>('players'),
  ]);
  database.close();
  return {
    servers: servers.map(flatServer),
    players: players.map((row) => flatPlayer(row, row.server_id)),
  };
}

function asked<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error(String(request.error)));
  });
}
