import './schedules.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../domain/permissions.ts';
import type { AccountRow, ServerRow } from '../../domain/rows.ts';
import { ManyResults } from '../actions/many-results.tsx';
import { runOf, type Deed } from '../actions/run.ts';
import { toast } from '../parts/toasts.tsx';
import { useDataConnection } from '../data/use-view.ts';
import { Panel } from '../parts/panel.tsx';
import { WhoGives } from '../parts/who-gives.tsx';
import { Week } from './week.tsx';
import { JobList } from './job-list.tsx';
import { MessageList } from './message-list.tsx';

/** What a server does and says by itself. */
export function ServerSchedules({
  server,
  account,
}: {
  readonly server: ServerRow;
  readonly account: AccountRow;
}) {
  const { t } = useTranslation('schedules');
  const connection = useDataConnection();
  const run = runOf(connection);
  const [results, setResults] = useState(false);
  const configures = may(account, server.id, 'server.modify.configuration');
  const zone = server.configuration.timezone;
  const begin = (deed: Deed, ids: readonly string[]) => {
    const began = !run.busy;
    if (began) void run.send(ids, deed);
    else toast(t('busy', { ns: 'many' }), 'warn');
    setResults(began);
    return began;
  };
  return (
    <div className="stack schedules">
      <p className="soft">{t('zone', { zone })}</p>
      <Panel title={t('week.title')}>
        <Week server={server} account={account} />
      </Panel>
      {configures ? (
        <>
          <JobList server={server} account={account} onMany={begin} />
          <MessageList server={server} account={account} onMany={begin} />
        </>
      ) : (
        <p className="soft">
          {t('notYours')} <WhoGives serverId={server.id} />
        </p>
      )}
      {results ? <ManyResults run={run} onClose={() => setResults(false)} /> : null}
    </div>
  );
}
