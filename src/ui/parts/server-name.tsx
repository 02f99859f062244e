import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { namesOf, serverName } from '../../domain/servers/server-name.ts';
import { useOne } from '../data/use-view.ts';

const SERVERS = ['servers'] as const;
const CONFIGURATION = ['configuration'] as const;

/** What a server is called; what it was `told` to be called, or its id, while nobody here knows. */
export function ServerName({ id, told }: { readonly id: string; readonly told?: string }) {
  const server = useOne({ view: 'server', server_id: id }, CONFIGURATION).row;
  if (server === undefined) {
    return told === undefined ? <bdi className="mono">{id}</bdi> : <bdi>{told}</bdi>;
  }
  const { configuration } = server;
  return <bdi title={namesOf(configuration)}>{serverName(configuration)}</bdi>;
}

/** The same as a link to its page, for whoever may see that. */
export function ServerLink({ id, told }: { readonly id: string; readonly told: string }) {
  const account = useOne({ view: 'account' }, SERVERS).row;
  const name = <ServerName id={id} told={told} />;
  return account !== undefined && Object.hasOwn(account.servers, id) ? (
    <Link href={to.serverDashboard(id)}>{name}</Link>
  ) : (
    name
  );
}
