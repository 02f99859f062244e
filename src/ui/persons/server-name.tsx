import { namesOf, serverName } from '../../domain/servers/server-name.ts';
import { useOne } from '../data/use-view.ts';

const CONFIGURATION = ['configuration'] as const;

/** What a server is called; its id while nobody knows. */
export function ServerName({ id }: { readonly id: string }) {
  const server = useOne({ view: 'server', server_id: id }, CONFIGURATION).row;
  if (server === undefined) return <bdi className="mono">{id}</bdi>;
  const { configuration } = server;
  return <bdi title={namesOf(configuration)}>{serverName(configuration)}</bdi>;
}
