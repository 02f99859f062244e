import './rights.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { namesOf, serverName } from '../../domain/servers/server-name.ts';
import { to } from '../../domain/routes/routes.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { useOne } from '../data/use-view.ts';
import { CallError } from '../parts/call-error.tsx';
import { Loading } from '../parts/loading.tsx';
import { Panel } from '../parts/panel.tsx';
import { useTitle } from '../parts/title.ts';
import { useCall } from '../parts/use-call.ts';
import { PermissionChoice } from './permission-choice.tsx';
import { Ways } from './ways.tsx';

const ACCOUNT = ['muster_id'] as const;

/** `/people/:id`: where somebody may do what, of what whoever looks manages; of oneself everything. */
export function PersonPage({ musterId }: { readonly musterId: string }) {
  const { t } = useTranslation('rights');
  const me = useOne({ view: 'account' }, ACCOUNT).row?.muster_id;
  const [permission, setPermission] = useState<ServerPermission | null>(null);
  const { answer, error, reload } = useCall('personRights', {
    params: { muster_id: musterId },
    query: permission === null ? {} : { permission },
  });
  const own = me === musterId;
  const name = answer?.person.display_name ?? '';
  const title = own ? t('person.ownTitle') : t('person.title', { name });
  useTitle(answer === null ? '' : title);
  const servers = answer?.servers ?? [];
  if (error !== null && answer === null) return <CallError error={error} onRetry={reload} />;
  if (answer === null) return <Loading />;
  return (
    <div className="stack">
      <header className="page-head">
        <h1>{title}</h1>
      </header>
      <Panel title={t('person.servers')} padded={false}>
        <div className="rights-head">
          <p className="soft">{own ? t('person.ownIntro') : t('person.intro')}</p>
          <PermissionChoice
            label={own ? t('person.ownOnly') : t('person.only', { name })}
            value={permission}
            onValue={setPermission}
          />
        </div>
        {servers.length === 0 ? (
          <p className="empty">{permission === null ? t('person.none') : t('person.nowhere')}</p>
        ) : (
          <table className="rights">
            <thead>
              <tr>
                <th scope="col">{t('person.server')}</th>
                <th scope="col">{t('through')}</th>
              </tr>
            </thead>
            <tbody>
              {servers.map(({ server_id: id, ways }) => (
                <tr key={id}>
                  <th scope="row">
                    <ServerLink id={id} />
                  </th>
                  <td>
                    <Ways ways={ways} listed={permission === null} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {answer.more === 0 ? null : <p className="empty">{t('more', { count: answer.more })}</p>}
      </Panel>
    </div>
  );
}

const CONFIGURATION = ['configuration'] as const;

function ServerLink({ id }: { readonly id: string }) {
  const server = useOne({ view: 'server', server_id: id }, CONFIGURATION).row;
  const name = server === undefined ? id : serverName(server.configuration);
  return (
    <Link href={to.server(id, 'overview')}>
      <bdi title={server === undefined ? undefined : namesOf(server.configuration)}>{name}</bdi>
    </Link>
  );
}
