import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import type { CallAnswer } from '../../worker/contract.ts';
import { useTextOfNow } from '../data/clock.ts';
import { hostTime } from '../data/host-clock.ts';
import { Button } from '../parts/button.tsx';
import { CallError } from '../parts/call-error.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { formatDuration, formatMoment } from '../text/format.ts';
import { isolated } from '../text/isolated.ts';
import { ServerName } from '../parts/server-name.tsx';
import { Timeline } from './timeline.tsx';
import { usePagedCall } from '../parts/use-paged-call.ts';
import { useRights } from './use-rights.ts';
import type { Session } from './session.ts';

const sessionsOf = ({ sessions }: CallAnswer<'personSessions'>) => sessions;

/** Stays on all servers, or on one: as a time line, and one by one with how each ended. */
export function Sessions({
  id,
  server,
  opens,
  version,
}: {
  readonly id: string;
  readonly server?: string;
  readonly opens: boolean;
  /** Another one where what was read may have changed. */
  readonly version: string;
}) {
  const { t } = useTranslation('persons');
  const rights = useRights();
  const query = server === undefined ? {} : { server };
  const input = opens ? { params: { muster_id: id }, query: { ...query, limit: 50 } } : null;
  const { rows, error, busy, more, reload } = usePagedCall('personSessions', input, sessionsOf, {
    version: version + rights,
  });
  return (
    <Panel title={t('sessions.title')} padded={false}>
      {opens ? null : <p className="empty">{t('plan')}</p>}
      {error === null ? null : <CallError error={error} onRetry={reload} />}
      {rows === null ? (
        busy ? (
          <Loading lines={6} />
        ) : null
      ) : rows.length === 0 ? (
        <p className="empty">{t('sessions.none')}</p>
      ) : (
        <>
          <Timeline sessions={rows} />
          <Stays sessions={rows} ofOne={server !== undefined} />
          <p className="person-end soft">
            {more === null && !busy ? (
              t('sessions.all')
            ) : (
              <Button busy={busy} onClick={more ?? undefined}>
                {t('sessions.more')}
              </Button>
            )}
          </p>
        </>
      )}
    </Panel>
  );
}

function Stays({
  sessions,
  ofOne,
}: {
  readonly sessions: readonly Session[];
  readonly ofOne: boolean;
}) {
  const { t } = useTranslation('persons');
  const locale = useLocale();
  return (
    <div className="person-scroll">
      <table className="person-table">
        <thead>
          <tr>
            <th scope="col">{t('sessions.joined')}</th>
            {ofOne ? null : <th scope="col">{t('sessions.server')}</th>}
            <th scope="col">{t('sessions.lasted')}</th>
            <th scope="col">{t('sessions.end')}</th>
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => (
            <tr key={session.id}>
              <td className="numeric">
                <Link href={to.past(session.server_id, session.joined_at)}>
                  {session.joined_before
                    ? t('before', { moment: formatMoment(session.joined_at, locale) })
                    : formatMoment(session.joined_at, locale)}
                </Link>
              </td>
              {ofOne ? null : (
                <td>
                  <ServerName id={session.server_id} />
                </td>
              )}
              <td className="numeric" data-label={t('sessions.lasted')}>
                <Lasted session={session} />
              </td>
              <td className="person-stay-end">
                <End session={session} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How long a stay was; so far, where they are still on. */
function Lasted({ session: { ended, joined_at, until } }: { readonly session: Session }) {
  const locale = useLocale();
  return useTextOfNow((now) => {
    const end = until ?? (ended === 'here' ? hostTime(now) : null);
    return end === null ? '–' : formatDuration((end - joined_at) / 1_000, locale);
  });
}

/** How a stay ended, under what name they were there, and whether the game knew them. */
function End({ session: { ended, kick, why, name, verified } }: { readonly session: Session }) {
  const { t } = useTranslation(['persons', 'common']);
  const end =
    kick === null
      ? t(why === null ? `sessions.ended.${ended}` : `sessions.why.${why}`)
      : kickedBy(kick, t);
  return (
    <>
      <span className={ended === 'kicked' ? 'person-kicked' : undefined}>{end}</span>
      {kick === null || kick.banlist === null ? null : (
        <>
          {' '}
          <bdi>{kick.banlist}</bdi>
        </>
      )}
      {kick === null || kick.reason === '' ? null : (
        <>
          : <bdi>{kick.reason}</bdi>
        </>
      )}
      {name === '' ? null : (
        <span className="soft">
          {' · '}
          <bdi>{name}</bdi>
        </span>
      )}
      {verified ? null : <span className="tag">{t('unauthorized')}</span>}
    </>
  );
}

/** Who threw somebody out: a rule, somebody here, a job, or whom the game names. */
function kickedBy(
  { rule, actor, job, by }: NonNullable<Session['kick']>,
  t: ReturnType<typeof useTranslation<['persons', 'common']>>['t'],
): string {
  if (rule !== null) return t(`sessions.rule.${rule}`);
  if (actor !== null) return t('sessions.byWhom', { name: isolated(actor) });
  if (job === null) return t(`sessions.by.${by}`);
  return job === '' ? t('sessions.byAnyJob') : t('sessions.byJob', { name: isolated(job) });
}
