/** A tab of one contender: `?name=dexie&tab=0&probe=<id>`. */
import { alikeTheHost, type Alike } from './alike.ts';
import { positions } from './feed.ts';
import type { Contender } from './shown.ts';

const CONTENDERS: Readonly<Record<string, () => Promise<Contender>>> = {
  muster: async () => (await import('./muster.ts')).muster(),
  bare: async () => (await import('./bare.ts')).bare(),
  dexie: async () => (await import('./dexie.ts')).dexie(),
  alone: async () => (await import('./dexie.ts')).alone(),
  tinybase: async () => (await import('./tinybase.ts')).tinybase(),
  livestore: async () => (await import('./livestore.ts')).livestore(),
  rxdb: async () => (await import('./rxdb.ts')).rxdb(),
};

declare global {
  interface Window {
    /** The measured server's figures, and when the subscriber had them. */
    figures: [players: number, at: number][];
    tops: number;
    /** The sum of the positions of all servers, where they are kept. */
    kept: () => Promise<number>;
    /** How many of the rows that are kept are as the host has them. */
    alike: () => Promise<Alike>;
  }
}

const asked = new URLSearchParams(location.search);
const tab = Number(asked.get('tab'));
const load = CONTENDERS[asked.get('name') ?? ''];
if (load === undefined) throw new RangeError('there is no such contender');
window.figures = [];
window.tops = 0;
let last: number | null = null;
const contender = await load();
window.kept = async () => positions((await contender.held()).servers);
window.alike = async () => alikeTheHost(await contender.held());
await contender.open({
  first: tab === 0,
  tab,
  probeId: asked.get('probe') ?? '',
  shown: {
    probe(players) {
      if (players === null || players === last) return;
      last = players;
      window.figures.push([players, performance.timeOrigin + performance.now()]);
    },
    top(servers) {
      if (servers.length > 0) window.tops++;
    },
  },
});
document.title = 'ready';
