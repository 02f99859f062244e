import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { knownZone } from '../../domain/zone.ts';
import { present } from '../data/clock.ts';
import { ConnectionContext, useCommands, useOne } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { CallError } from '../parts/call-error.tsx';
import { Loading } from '../parts/loading.tsx';
import { Notice } from '../parts/notice.tsx';
import { useTitle } from '../parts/title.ts';
import { replayedReach } from '../replay/page.tsx';
import { ReachContext, useReach } from '../shell/keys/reach.ts';
import { PastScreens } from './past-screens.tsx';
import { usePast } from './use-past.ts';
import { serverTitle } from '../text/server-title.ts';

/** `/past/{server_id}/{moment}`: the server's screens as they were then, read-only, with the time around it. */
export function PastPage({
  serverId,
  moment,
  screens,
}: {
  readonly serverId: string;
  /** As the address has it. */
  readonly moment: string;
  readonly screens: ReactNode;
}) {
  const { t } = useTranslation('past');
  const reach = useReach();
  const commands = useCommands();
  const reached = useMemo(() => replayedReach(reach), [reach]);
  const account = useOne({ view: 'account' }).row;
  const server = useOne({ view: 'server', server_id: serverId }).row;
  // What is no moment is taken as now, and stays that one: there is nothing else to show.
  const at = useMemo(() => {
    const written = Date.parse(moment);
    return Number.isNaN(written) ? present() : Math.max(0, written);
  }, [moment]);
  const { past, failure, again } = usePast(serverId, at, account);
  const { configuration } = server ?? {};
  useTitle(configuration === undefined ? '' : t('title', { server: serverTitle(configuration) }));
  if (past === null || configuration === undefined) {
    if (failure === null) return <Opening />;
    return (
      <main className="lonely">
        <h1>{t('banner')}</h1>
        {failure.kind === 'unreadable' ? (
          <Notice
            tone="bad"
            action={<Button onClick={again}>{t('retry', { ns: 'common' })}</Button>}
          >
            {t('failed')}
          </Notice>
        ) : (
          <CallError error={failure} onRetry={again} />
        )}
      </main>
    );
  }
  const { timezone, created_at: added } = configuration;
  return (
    <ConnectionContext value={past.replay.connection}>
      <ReachContext value={reached}>
        <PastScreens
          key={past.from}
          past={past}
          at={at}
          server={{
            id: serverId,
            title: serverTitle(configuration),
            timezone: knownZone(timezone),
            added,
          }}
          failed={failure !== null}
          jump={(query) => commands.call('pastJump', { params: { server_id: serverId }, query })}
        >
          {screens}
        </PastScreens>
      </ReachContext>
    </ConnectionContext>
  );
}

function Opening() {
  const { t } = useTranslation('past');
  return (
    <main className="lonely">
      <h1>{t('opening')}</h1>
      <Loading lines={3} />
    </main>
  );
}
