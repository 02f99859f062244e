import type { Peer } from './store.ts';

/** Every store, loaded only in the process that measures it; the first two are not libraries. */
export const PEERS: Readonly<Record<string, () => Promise<Peer>>> = {
  'bare Map': async () => (await import('./stores/bare-map.ts')).bareMap,
  Muster: async () => (await import('./stores/muster.ts')).muster,
  'better-sqlite3': async () => (await import('./stores/better-sqlite3.ts')).betterSqlite3,
  effector: async () => (await import('./stores/effector.ts')).effector,
  TinyBase: async () => (await import('./stores/tinybase.ts')).tinybase,
  '@tldraw/store': async () => (await import('./stores/tldraw-store.ts')).tldrawStore,
  MobX: async () => (await import('./stores/mobx.ts')).mobx,
  'RxDB in memory': async () => (await import('./stores/rxdb.ts')).rxdb,
  'TanStack DB': async () => (await import('./stores/tanstack-db.ts')).tanstackDb,
  'Redux Toolkit': async () => (await import('./stores/redux-toolkit.ts')).reduxToolkit,
};
