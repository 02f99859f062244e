import { Lock, LockOpen, RotateCw, ScrollText, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountRow, ConnectionState, ServerRow } from '../../domain/rows.ts';
import { whyMissing } from '../../domain/actions/offered.ts';
import { mayManage, mayReadLogs } from '../../domain/permissions.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { Button, ButtonLink } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { GameSign, ServerStatus } from '../parts/server-status.tsx';
import { to } from '../routes.ts';
import { Facts } from './facts.tsx';
import { Presence } from './presence.tsx';
import { Reasons } from './reasons.tsx';
import { useAct } from './use-act.ts';
import { mayAsk, reasonId, whyNot } from './why-not.ts';

const ASKED = {
  lock: SERVER_ACTION.SERVER_LOCK,
  unlock: SERVER_ACTION.SERVER_UNLOCK,
  restart: SERVER_ACTION.SERVER_RESTART,
} as const;
type Asked = keyof typeof ASKED;
const TOOLS: readonly Asked[] = ['lock', 'unlock', 'restart'];
const ICONS = { lock: Lock, unlock: LockOpen, restart: RotateCw };

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
  const { identifier, game } = server.configuration;
  const { locked } = server.environment;
  const shown: Readonly<Record<Asked, boolean>> = {
    lock: locked !== true,
    // What cannot be locked needs no second button that says so.
    unlock: locked !== false && whyMissing(game, ASKED.unlock) === null,
    restart: true,
  };
  const tools = TOOLS.filter((name) => shown[name] && mayAsk(account, server.id, ASKED[name]));
  return (
    <header className="server-head">
      <div className="server-title">
        <GameSign game={game} />
        <h1>{identifier}</h1>
        <ServerStatus server={server} detailed />
        <Presence serverId={server.id} musterId={account.muster_id} />
      </div>
      <div className="server-tools">
        {tools.map((name) => {
          const why = whyNot(server, ASKED[name]);
          const Icon = ICONS[name];
          return (
            <Button
              key={name}
              icon={<Icon />}
              why={why === null ? undefined : reasonId(why)}
              onClick={() => setAsked(name)}
            >
              {t(name)}
            </Button>
          );
        })}
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
      <Reasons server={server} account={account} />
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
