import './rights.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import type { ThingPermission } from '../../protocol/rights/calls.ts';
import { CallError } from '../parts/call-error.tsx';
import { Loading } from '../parts/loading.tsx';
import { Panel } from '../parts/panel.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { useTextOfNow } from '../data/clock.ts';
import { useRows } from '../data/use-view.ts';
import { HELD_ON, useWhoMay, type Thing } from './of-things.ts';
import { PermissionChoice } from './permission-choice.tsx';
import { Ways } from './ways.tsx';

/**
 * Everybody who may do something with a thing, and what lets them. It is asked again when somebody was given something
 * here, and each minute for what roles and their people have become.
 */
export function RightsPanel({ of }: { readonly of: Thing }) {
  const { t } = useTranslation('rights');
  const [permission, setPermission] = useState<ThingPermission | null>(null);
  const { answer, error, reload } = useWhoMay(of, permission, useVersion(of));
  const all = HELD_ON[of.kind];
  const people = answer?.people ?? [];
  return (
    <Panel title={t('title')} padded={false}>
      <div className="rights-head">
        <p className="soft">{t('intro')}</p>
        <PermissionChoice
          label={t('only')}
          among={all}
          value={permission}
          onValue={setPermission}
        />
      </div>
      {error === null ? null : <CallError error={error} onRetry={reload} />}
      {answer === null && error === null ? <Loading /> : null}
      {answer !== null && people.length === 0 ? <p className="empty">{t('none')}</p> : null}
      {people.length === 0 ? null : (
        <table className="rights">
          <thead>
            <tr>
              <th scope="col">{t('who')}</th>
              <th scope="col">{t('through')}</th>
              <th scope="col">{t('seen')}</th>
            </tr>
          </thead>
          <tbody>
            {people.map(({ muster_id: id, display_name: name, username, ways, seen_at: seen }) => (
              <tr key={id}>
                <th scope="row">
                  <Link href={to.person(id)}>
                    <bdi>{name}</bdi>
                  </Link>
                  <span className="soft mono">{username}</span>
                </th>
                <td>
                  <Ways ways={ways} all={all} listed={permission === null} />
                </td>
                <td className="soft numeric" data-label={t('seen')}>
                  {seen === null ? t('never') : <RelativeTime at={seen} />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {answer === null || answer.more === 0 ? null : (
        <p className="empty">{t('more', { count: answer.more })}</p>
      )}
    </Panel>
  );
}

/** Rises with what was given directly, and with each minute. */
function useVersion({ kind, id }: Thing): number {
  const streams = useRows({ view: 'streams', server_id: kind === 'server' ? id : null }).rows;
  const given = streams.find((stream) => stream.id === `server/${id}/personnel`)?.position ?? 0;
  return given + Number(useTextOfNow(minuteOf));
}

function minuteOf(now: number): string {
  return String(Math.floor(now / 60_000));
}
