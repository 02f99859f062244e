import { Lock, LockOpen, RotateCw, ScrollText, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountRow, ConnectionState, ServerRow } from '../../domain/rows.ts';
import { may, mayManage, mayReadLogs } from '../../domain/permissions.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { Button, ButtonLink } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { GameSign, ServerStatus } from '../parts/server-status.tsx';
import { to } from '../routes.ts';
import { Facts } from './facts.tsx';
import { Presence } from './presence.tsx';
import { useAct } from './use-act.ts';

const ASKED = {
  lock: SERVER_ACTION.SERVER_LOCK,
  unlock: SERVER_ACTION.SERVER_UNLOCK,
  restart: SERVER_ACTION.SERVER_RESTART,
} as const;
type Asked = keyof typeof ASKED;

/** Name, state, figures, and what can be done with the whole server. */
export function ServerHeader({
  server,
  account,
  connection,
}: {
  readonly server: ServerRow;
  readonly account: AccountRow;
  readonly connection: ConnectionState;
}) {
  const { t } = useTranslation('serverDashboard');
  const act = useAct(server.id);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { actions, identifier, game } = server.configuration;
  const can = (name: Asked) =>
    actions.includes(ASKED[name]) &&
    may(account, server.id, name === 'restart' ? 'server.action.shutdown' : 'server.action.lock');
  const locked = server.environment.locked;
  const reachable = server.state.state === 'CONNECTED';
  const why = reachable ? undefined : t('notConnected');
  return (
    <header className="server-head">
      <div className="server-title">
        <GameSign game={game} />
        <h1>{identifier}</h1>
        <ServerStatus server={server} detailed />
        <Presence serverId={server.id} musterId={account.muster_id} />
      </div>
      <div className="server-tools">
        {can('lock') && locked !== true ? (
          <Button
            icon={<Lock />}
            disabled={!reachable}
            title={why}
            onClick={() => setAsked('lock')}
          >
            {t('lock')}
          </Button>
        ) : null}
        {can('unlock') && locked !== false ? (
          <Button
            icon={<LockOpen />}
            disabled={!reachable}
            title={why}
            onClick={() => setAsked('unlock')}
          >
            {t('unlock')}
          </Button>
        ) : null}
        {can('restart') ? (
          <Button
            icon={<RotateCw />}
            disabled={!reachable}
            title={why}
            onClick={() => setAsked('restart')}
          >
            {t('restart')}
          </Button>
        ) : null}
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
      <Facts server={server} connection={connection} />
      {asked === null ? null : (
        <Dialog
          open
          onClose={() => setAsked(null)}
          title={t(`confirm.${asked}`, { name: identifier })}
          actions={
            <>
              <Button onClick={() => setAsked(null)}>{t('cancel', { ns: 'common' })}</Button>
              <Button
                kind={asked === 'restart' ? 'danger' : 'primary'}
                onClick={() => {
                  void act({ action: ASKED[asked] });
                  setAsked(null);
                }}
              >
                {t(asked)}
              </Button>
            </>
          }
        />
      )}
    </header>
  );
}
