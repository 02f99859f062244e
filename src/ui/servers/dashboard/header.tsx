import { Lock, LockOpen, Pause, Play, RotateCw, ScrollText, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayManage, mayReadLogs } from '../../../domain/permissions.ts';
import { to } from '../../../domain/routes/routes.ts';
import type { AccountRow, ConnectionState } from '../../../domain/rows.ts';
import { STANDING, type ServerStanding } from '../../../domain/servers/status.ts';
import { Reasons } from '../../actions/reasons.tsx';
import { ServerDialog } from '../../actions/server-dialog.tsx';
import {
  offeredQuestions,
  SERVER_QUESTION,
  type ServerQuestion,
} from '../../actions/server-question.ts';
import { reasonId, whyNot } from '../../actions/why-not.ts';
import { useResource } from '../../data/use-resource.ts';
import { useOne } from '../../data/use-view.ts';
import { Presence } from '../../panels/presence.tsx';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { GameSign, ServerStatus } from '../../parts/server-status.tsx';
import { ToPast } from '../../parts/to-past.tsx';
import { Facts } from './facts.tsx';

const ICONS = {
  lock: Lock,
  unlock: LockOpen,
  restart: RotateCw,
  pauseWhitelist: Pause,
  resumeWhitelist: Play,
};

/** Name, state, figures, and what can be done with the whole server. */
export function ServerHeader({
  server,
  account,
  connection,
}: {
  readonly server: ServerStanding;
  readonly account: AccountRow;
  readonly connection: Pick<ConnectionState, 'kind'>;
}) {
  const { t } = useTranslation('serverDashboard');
  const { identifier, name, game } = server.configuration;
  return (
    <header className="server-head">
      <div className="server-title">
        <GameSign game={game} />
        <h1>{name ?? identifier}</h1>
        {name === undefined ? null : <span className="soft">{identifier}</span>}
        <ServerStatus server={server} detailed />
        <Presence serverId={server.id} musterId={account.muster_id} />
      </div>
      <div className="server-tools">
        <ToPast server={server} />
        <Questions serverId={server.id} account={account} />
        {mayManage(account, server.id) ? (
          <ButtonLink href={to.server(server.id, 'overview')} icon={<Settings2 />}>
            {t('manage')}
          </ButtonLink>
        ) : null}
        {mayReadLogs(account, server.id) ? (
          <ButtonLink href={to.server(server.id, 'logs-server')} icon={<ScrollText />}>
            {t('logs')}
          </ButtonLink>
        ) : null}
      </div>
      <Facts serverId={server.id} connection={connection} />
      <Reasons server={server} account={account} />
    </header>
  );
}

/** Whether it is locked stands among its surroundings. */
const LOCKABLE = [...STANDING, 'environment'] as const;

function Questions({
  serverId,
  account,
}: {
  readonly serverId: string;
  readonly account: AccountRow;
}) {
  const { t } = useTranslation('serverDashboard');
  const [asked, setAsked] = useState<ServerQuestion | null>(null);
  const server = useOne({ view: 'server', server_id: serverId }, LOCKABLE).row;
  const [modules] = useResource('modules', serverId).rows;
  if (server === undefined) return null;
  return (
    <>
      {offeredQuestions(account, server, modules?.whitelist).map((name) => {
        const why = whyNot(server, SERVER_QUESTION[name]);
        const Icon = ICONS[name];
        return (
          <Button
            key={name}
            icon={<Icon />}
            why={why === null ? undefined : reasonId(why, serverId)}
            onClick={() => setAsked(name)}
          >
            {t(name)}
          </Button>
        );
      })}
      {asked === null ? null : (
        <ServerDialog server={server} question={asked} onClose={() => setAsked(null)} />
      )}
    </>
  );
}
