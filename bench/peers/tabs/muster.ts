import { effect } from '@preact/signals-core';
import type { PlayerRow, ServerRow } from '../../../src/domain/rows.ts';
import { connect } from '../../../src/ui/data/connect.ts';
import { storedRows } from '../../browser/stored-rows.ts';
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

async function stored(): Promise<HeldRows> {
  const [servers, players] = await Promise.all([
    storedRows<ServerRow>('servers'),
    storedRows<PlayerRow>('players'),
  ]);
  return {
    servers: servers.map(flatServer),
    players: players.map((row) => flatPlayer(row, row.server_id)),
  };
}
