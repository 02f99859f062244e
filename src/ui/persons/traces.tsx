import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../parts/button.tsx';
import { CallError } from '../parts/call-error.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { useCall } from '../parts/use-call.ts';
import { useRights } from './use-rights.ts';
import { formatCount, formatMoment } from '../text/format.ts';
import type { PersonProfile } from './person-profile.ts';
import { ServerName } from '../parts/server-name.tsx';

/** So many are drawn until more are asked for. */
const FIRST = 20;

/** Under what somebody was seen. */
export function Traces({ profile }: { readonly profile: PersonProfile }) {
  const { t } = useTranslation('persons');
  if (profile.servers.every(({ identities }) => identities === null)) return null;
  return (
    <Panel title={t('traces.title')} padded={false}>
      {profile.opens.traces ? (
        <Shown key={profile.muster_id} id={profile.muster_id} ids={profile.ids} />
      ) : (
        <p className="empty">{t('plan')}</p>
      )}
    </Panel>
  );
}

function Shown({ id, ids }: { readonly id: string; readonly ids: readonly string[] }) {
  const { t } = useTranslation('persons');
  const locale = useLocale();
  const [filter, setFilter] = useState('');
  const [isWhole, setWhole] = useState(false);
  const { answer, error, reload } = useCall(
    'personTraces',
    { params: { muster_id: id } },
    `${useRights()} ${ids.join(' ')}`,
  );
  if (error !== null) return <CallError error={error} onRetry={reload} />;
  if (answer === null) return <Loading lines={6} />;
  const sought = filter.trim().toLowerCase();
  const found = answer.traces.filter(({ value }) => value.toLowerCase().includes(sought));
  const traces = isWhole ? found : found.slice(0, FIRST);
  const rest = found.length - traces.length;
  return (
    <>
      <p className="person-filter">
        <input
          className="input compact"
          type="search"
          value={filter}
          placeholder={t('traces.filter')}
          aria-label={t('traces.filter')}
          onChange={(event) => setFilter(event.target.value)}
        />
      </p>
      {traces.length === 0 ? (
        <p className="empty">{t(sought === '' ? 'traces.none' : 'top.none')}</p>
      ) : (
        <div className="person-scroll">
          <table className="person-table person-traces">
            <thead>
              <tr>
                <th scope="col">{t('traces.kind')}</th>
                <th scope="col">{t('traces.value')}</th>
                <th scope="col">{t('traces.uses')}</th>
                <th scope="col">{t('traces.first')}</th>
                <th scope="col">{t('traces.last')}</th>
                <th scope="col">{t('traces.server')}</th>
              </tr>
            </thead>
            <tbody>
              {traces.map(({ kind, value, server_id, uses, first, last }) => (
                <tr key={`${kind} ${server_id ?? ''} ${value}`}>
                  <td className="soft">{t(`identity.${kind}`)}</td>
                  <td
                    className={
                      kind === 'name' || kind === 'persona' ? 'person-value' : 'person-value mono'
                    }
                  >
                    <bdi>{value}</bdi>
                  </td>
                  <td className="numeric" data-label={t('traces.uses')}>
                    {formatCount(uses, locale)}
                  </td>
                  <td className="numeric" data-label={t('traces.first')}>
                    {formatMoment(first, locale)}
                  </td>
                  <td className="numeric" data-label={t('traces.last')}>
                    {formatMoment(last, locale)}
                  </td>
                  <td data-label={t('traces.server')}>
                    {server_id === null ? null : <ServerName id={server_id} />}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rest === 0 ? null : (
        <p className="person-end">
          <Button onClick={() => setWhole(true)}>{t('traces.rest', { count: rest })}</Button>
        </p>
      )}
      {traces.some(({ kind }) => kind === 'persona') ? (
        <p className="person-end soft">{t('traces.usesHint')}</p>
      ) : null}
      {answer.more ? <p className="person-end soft">{t('traces.more')}</p> : null}
    </>
  );
}
