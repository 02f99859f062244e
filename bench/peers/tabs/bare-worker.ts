/** A shared worker that stores nothing: rows in a map, and what is shown told to all tabs, at most each 16 ms. */
import { edit, type Target } from '../edits.ts';
import { compareServers, TOP, type FlatServer } from '../rows.ts';
import { listen, type Fleet } from './feed.ts';
import type { HeldRows } from './shown.ts';

export interface BareMessage {
  readonly probe: number | null;
  readonly top: readonly { readonly id: string; readonly players: number | null }[];
  readonly held: HeldRows | null;
}

type Row = { -readonly [K in keyof FlatServer]: FlatServer[K] };

const PACE_MS = 16;
const ports: MessagePort[] = [];
let probeId = '';
let fleet: Fleet = { servers: new Map(), players: new Map() };
let due = false;

function shown(held: HeldRows | null): BareMessage {
  const sorted = [...fleet.servers.values()].sort(compareServers).slice(0, TOP);
  const top = sorted.map(({ id, players }) => ({ id, players }));
  return { probe: fleet.servers.get(probeId)?.players ?? null, top, held };
}

function tell(): void {
  due = false;
  const message = shown(null);
  for (const port of ports) port.postMessage(message);
}

function row(id: string): Row {
  const found = fleet.servers.get(id);
  if (found === undefined) throw new RangeError(`there is no server ${id}`);
  return found;
}

const target: Target = {
  counts: row,
  isPresent: (id) => fleet.players.has(id),
  patch: (id, patch) => void Object.assign(row(id), patch),
  put: (player) => void fleet.players.set(player.id, player),
  remove: (id) => void fleet.players.delete(id),
};

const ready = listen((frame) => {
  edit(frame, target);
  if (due) return;
  due = true;
  setTimeout(tell, PACE_MS);
}).then((given) => (fleet = given));

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports;
  if (port === undefined) return;
  port.onmessage = ({ data }: MessageEvent<{ readonly probeId: string } | 'held'>) => {
    if (data === 'held') {
      const { servers, players } = fleet;
      port.postMessage(shown({ servers: [...servers.values()], players: [...players.values()] }));
      return;
    }
    ({ probeId } = data);
    void ready.then(() => {
      ports.push(port);
      port.postMessage(shown(null));
    });
  };
});
