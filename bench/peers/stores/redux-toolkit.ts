import {
  configureStore,
  createEntityAdapter,
  createSelector,
  createSlice,
  type EntityState,
  type PayloadAction,
} from '@reduxjs/toolkit';
import type { Frame } from '../../../src/protocol/frames.ts';
import { Batch } from '../edits.ts';
import { compareServers, countAll, TOP, type FlatPlayer, type FlatServer } from '../rows.ts';
import type { Peer } from '../store.ts';

interface State {
  servers: EntityState<FlatServer, string>;
  players: EntityState<FlatPlayer, string>;
}

/** Entity adapters, the servers' with a sort comparer; an action for a batch; memoized selectors. */
export const reduxToolkit: Peer = {
  package: '@reduxjs/toolkit',
  open(start) {
    const servers = createEntityAdapter<FlatServer>({ sortComparer: compareServers });
    const players = createEntityAdapter<FlatPlayer>();
    const initialState: State = {
      servers: servers.setAll(servers.getInitialState(), start.servers),
      players: players.setAll(players.getInitialState(), start.players),
    };
    const slice = createSlice({
      name: 'fleet',
      initialState,
      reducers: {
        told(state, { payload }: PayloadAction<readonly Frame[]>) {
          const batch = new Batch(
            payload,
            (id) => state.servers.entities[id],
            (id) => id in state.players.entities,
          );
          servers.setMany(state.servers as State['servers'], [...batch.servers.values()]);
          const present = [...batch.players.values()].filter((player) => player !== null);
          if (present.length > 0) players.setMany(state.players as State['players'], present);
          const gone = [...batch.players].filter(([, player]) => player === null);
          if (gone.length > 0) {
            players.removeMany(
              state.players as State['players'],
              gone.map(([id]) => id),
            );
          }
        },
      },
    });
    const store = configureStore({ reducer: slice.reducer });
    const top = createSelector([(state: State) => state.servers.ids], (ids) => ids.slice(0, TOP));
    const totals = createSelector([(state: State) => state.servers.entities], (entities) =>
      countAll(Object.values(entities)),
    );
    const select = () => ({ top: top(store.getState()), totals: totals(store.getState()) });
    let shown = select();
    store.subscribe(() => (shown = select()));
    return {
      apply: (batch) => void store.dispatch(slice.actions.told(batch)),
      held: () => ({
        ...shown,
        servers: Object.values(store.getState().servers.entities),
        players: Object.values(store.getState().players.entities),
      }),
    };
  },
};
