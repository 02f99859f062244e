import { useOne, useRows } from '../data/use-view.ts';

export function ServerDashboardPage({ serverId }: { readonly serverId: string }) {
  const { row } = useOne({ view: 'server', server_id: serverId });
  const players = useRows({
    view: 'players',
    server_id: serverId,
    text: '',
    sort: 'name',
    direction: 'asc',
    window: { from: 0, to: 500 },
  });
  return (
    <>
      <h1>{row?.configuration.identifier}</h1>
      <ul>
        {players.rows.map((player) => (
          <li key={player.id}>{player.name}</li>
        ))}
      </ul>
    </>
  );
}
