import './rights.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { namesOf, serverName } from '../../domain/servers/server-name.ts';
import { to } from '../../domain/routes/routes.ts';
import {
  THING_PERMISSION,
  type ThingKind,
  type ThingPermission,
} from '../../protocol/rights/calls.ts';
import { useOne } from '../data/use-view.ts';
import { CallError } from '../parts/call-error.tsx';
import { Loading } from '../parts/loading.tsx';
import { Panel } from '../parts/panel.tsx';
import { useTitle } from '../parts/title.ts';
import { useCall } from '../parts/use-call.ts';
import { HELD_ON } from './of-things.ts';
import { PermissionChoice } from './permission-choice.tsx';
import { Ways } from './ways.tsx';

const ACCOUNT = ['muster_id'] as const;

/** `/people/:id`: where somebody may do what, of what whoever looks manages; of oneself everything. */
export function PersonPage({ musterId }: { readonly musterId: string }) {
  const { t } = useTranslation('rights');
  const me = useOne({ view: 'account' }, ACCOUNT).row?.muster_id;
  const [permission, setPermission] = useState<ThingPermission | null>(null);
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
            among={THING_PERMISSION}
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
                    <Ways ways={ways} all={HELD_ON.server} listed={permission === null} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Panel>
      <Panel title={t('person.things')} padded={false}>
        <p className="rights-head soft">{own ? t('person.thingsOwn') : t('person.thingsIntro')}</p>
        {answer.things.length === 0 ? (
          <p className="empty">
            {permission === null ? t('person.noThings') : t('person.noThing')}
          </p>
        ) : (
          <table className="rights">
            <thead>
              <tr>
                <th scope="col">{t('person.thing')}</th>
                <th scope="col">{t('through')}</th>
              </tr>
            </thead>
            <tbody>
              {answer.things.map(({ kind, id, identifier, ways }) => (
                <tr key={id}>
                  <th scope="row">
                    <Link href={addressOf(kind, id)}>
                      <bdi>{identifier}</bdi>
                    </Link>
                    <span className="soft">{t(`kind.${kind}`)}</span>
                  </th>
                  <td>
                    <Ways ways={ways} all={HELD_ON[kind]} listed={permission === null} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Panel>
      {answer.more === 0 ? null : <p className="empty">{t('more', { count: answer.more })}</p>}
    </div>
  );
}

function addressOf(kind: ThingKind, id: string): string {
  if (kind === 'banlist') return to.banList(id);
  return kind === 'bucket' ? to.bucket(id) : to.group(kind, id);
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
