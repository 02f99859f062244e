import './schedules.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import type { AccountRow, ServerRow } from '../../domain/rows.ts';
import type { ReadonlySignal } from '@preact/signals-react';
import { useOne, useRow, useView } from '../data/use-view.ts';
import { Button, ButtonLink } from '../parts/button.tsx';
import { Loading } from '../parts/loading.tsx';
import { GameSign } from '../parts/server-status.tsx';
import { Week } from './week.tsx';
import { serverName } from '../../domain/servers/server-name.ts';

/** So many servers are followed at first, and so many more each time. */
const STEP = 30;
const PARTS = ['id', 'configuration', 'environment'] as const;

/** `/schedules`: the coming week of every server, the one that restarts next first. */
export function SchedulesPage() {
  const { t } = useTranslation('schedules');
  const [size, setSize] = useState(STEP);
  const account = useOne({ view: 'account' }).row;
  const view = useView({
    view: 'servers',
    filter: {},
    sort: 'next_restart',
    direction: 'asc',
    window: { from: 0, to: size },
  });
  if (account === undefined || !view.ready) return <Loading lines={10} />;
  return (
    <>
      <header className="page-head">
        <h1>{t('title')}</h1>
      </header>
      {view.total === 0 ? (
        <div className="empty">
          <p>{t('week.nobody')}</p>
          <ButtonLink href={to.dashboard()}>{t('week.toDashboard')}</ButtonLink>
        </div>
      ) : (
        <>
          <p className="soft">{t('week.text')}</p>
          <ul className="weeks" aria-label={t('week.all')}>
            {view.ids.map((id) => (
              <ServerWeek key={id} server={view.row(id)} account={account} />
            ))}
          </ul>
          {view.total > size ? (
            <Button onClick={() => setSize(size + STEP)}>{t('week.more')}</Button>
          ) : null}
        </>
      )}
    </>
  );
}

function ServerWeek({
  server,
  account,
}: {
  readonly server: ReadonlySignal<ServerRow | undefined>;
  readonly account: AccountRow;
}) {
  const row = useRow(server, PARTS);
  if (row === undefined) return null;
  return (
    <li>
      <h2>
        <GameSign game={row.configuration.game} />
        <Link href={to.server(row.id, 'schedules')}>
          <bdi>{serverName(row.configuration)}</bdi>
        </Link>
        <span className="soft">{row.configuration.timezone}</span>
      </h2>
      <Week server={row} account={account} />
    </li>
  );
}
