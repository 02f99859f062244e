/** What the frame and a page in it are drawn from: a few servers and players. */
import type { ServerRow } from '../../../domain/rows.ts';
import {
  accountRow,
  FakeConnection,
  playerView,
  SERVER_ID,
  serverRow,
} from '../../data/doubles.ts';

export const idOf = (number: number) => number.toString(16).padStart(24, '0');

const SERVERS = [serverRow(), ...[1, 2, 3].map((number) => serverRow({ id: idOf(number) }))];

export function framedConnection(servers: readonly ServerRow[] = SERVERS): FakeConnection {
  const players = [1, 2, 3].map((number) =>
    playerView({ id: idOf(number), name: `Ann ${number}` }),
  );
  const feed = players.map(({ id, name }, index) => {
    const player = { id, muster_id: null, name };
    const entry = { kind: 'chat' as const, player, channel: 'Side', text: 'Hello' };
    return { id: `${SERVER_ID}:${index}`, server_id: SERVER_ID, seq: index, at: index, entry };
  });
  const totals = { tags: [], players: 9, slots: 60, queued: 0, unknown: 0 };
  return new FakeConnection()
    .put('account', [accountRow()])
    .put('link', [{ id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at: 0 }])
    .put('totals', [{ id: 'totals', servers: 4, online: 4, down: 0, ...totals }])
    .put('server', [serverRow()])
    .put('servers', servers)
    .put('intentions', [])
    .put('players', players)
    .put('names', players)
    .put('feed', feed)
    .put('console', []);
}
