import './dashboard.css';
import { CalendarClock, MonitorUp, Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { mayHost } from '../../../domain/permissions.ts';
import { to } from '../../../domain/routes/routes.ts';
import { useChoosing } from '../../actions/use-choosing.ts';
import { useOne, useReplaying } from '../../data/use-view.ts';
import { OwnId } from '../../parts/own-id.tsx';
import { SERVERS } from '../../parts/addresses/servers.ts';
import { useAddress } from '../../parts/addresses/use-address.ts';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { whenIdle } from '../../parts/when-idle.ts';
import { Filters } from './filters.tsx';
import { ServerTable } from './server-table.tsx';
import { Totals } from './totals.tsx';

/** The figures of its days are asked for no sooner. */
const FleetChart = lazy(async () => {
  await whenIdle();
  return { default: (await import('./fleet-chart.tsx')).FleetChart };
});

const AccountTitles = lazy(async () => {
  await whenIdle();
  return { default: (await import('./account-titles.tsx')).AccountTitles };
});

const ChosenActions = lazy(async () => {
  await whenIdle();
  return { default: (await import('./chosen-actions.tsx')).ChosenActions };
});

/** `/dashboard`: every server, who is on it, and how it is. */
export function DashboardPage() {
  const { t } = useTranslation('dashboard');
  const [address, show] = useAddress(SERVERS);
  const account = useOne({ view: 'account' }).row;
  const replaying = useReplaying();
  const mayAdd = mayHost(account, 'host.server.create');
  const { filter, sort, direction } = address;
  const choosing = useChoosing({ view: 'servers', filter, sort, direction });
  const filtered = Object.keys(filter).length > 0;

  return (
    <>
      <header className="page-head fleet-head">
        <div className="fleet-title">
          <h1>{t('title')}</h1>
          <Suspense fallback={null}>
            <AccountTitles />
          </Suspense>
        </div>
        <Totals />
        <Suspense fallback={<div className="fleet-chart" />}>
          <FleetChart />
        </Suspense>
        <div className="actions">
          {replaying ? null : (
            <ButtonLink
              href={to.quickWall(SERVERS.write({ ...SERVERS.read(''), filter: address.filter }))}
              kind="quiet"
              icon={<MonitorUp />}
            >
              {t('openAsWall')}
            </ButtonLink>
          )}
          {replaying ? null : (
            <ButtonLink href={to.schedules()} kind="quiet" icon={<CalendarClock />}>
              {t('schedules')}
            </ButtonLink>
          )}
          {mayAdd ? (
            <ButtonLink href={to.addServer()} kind="primary" icon={<Plus />}>
              {t('addServer', { ns: 'frame' })}
            </ButtonLink>
          ) : null}
        </div>
      </header>
      <section className="panel server-panel" aria-label={t('title')}>
        <Filters address={address} onAddress={show} />
        <Suspense>{choosing === null ? null : <ChosenActions filter={filter} />}</Suspense>
        <ServerTable
          address={address}
          onAddress={show}
          choosing={choosing}
          empty={() =>
            filtered ? (
              <div className="empty">
                <p>{t('noMatch')}</p>
                <Button onClick={() => show({ ...address, filter: {} })}>{t('clear')}</Button>
              </div>
            ) : (
              <div className="empty first-server">
                {replaying ? null : <h2>{t('empty.title')}</h2>}
                <p>{t(replaying ? 'empty.replaying' : mayAdd ? 'empty.text' : 'empty.nobody')}</p>
                {replaying || mayAdd ? null : <OwnId />}
                {mayAdd ? (
                  <ButtonLink href={to.addServer()} kind="primary" icon={<Plus />}>
                    {t('addServer', { ns: 'frame' })}
                  </ButtonLink>
                ) : null}
              </div>
            )
          }
        />
      </section>
    </>
  );
}
