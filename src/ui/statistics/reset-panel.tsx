import { useTranslation } from 'react-i18next';
import { may } from '../../domain/permissions.ts';
import type { AccountRow } from '../../domain/rows.ts';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Panel } from '../parts/panel.tsx';
import { useDialog } from '../parts/use-dialog.ts';

const RESETS = [
  { what: 'game', call: 'gameStatisticsReset', permission: 'server.stats.reset-game' },
  { what: 'all', call: 'allStatisticsReset', permission: 'server.stats.reset-all' },
] as const;

/** Forgets what everybody did on a server, for whoever may. */
export function ResetPanel({
  serverId,
  account,
}: {
  readonly serverId: string;
  readonly account: AccountRow;
}) {
  const { t } = useTranslation('statistics');
  const commands = useCommands();
  const [dialog, open] = useDialog();
  const allowed = RESETS.filter(({ permission }) => may(account, serverId, permission));
  if (allowed.length === 0) return null;
  return (
    <Panel title={t('reset.panel')}>
      <div className="stack">
        <p className="soft">{t('reset.intro')}</p>
        <div className="actions">
          {allowed.map(({ what, call }) => (
            <Button
              key={what}
              kind="danger"
              onClick={() =>
                open((close) => (
                  <Confirm
                    title={t(`reset.${what}.title`)}
                    action={t(`reset.${what}.action`)}
                    done={t(`reset.${what}.done`)}
                    onClose={close}
                    onYes={() => commands.call(call, { params: { server_id: serverId }, body: {} })}
                  >
                    <p>{t(`reset.${what}.text`)}</p>
                  </Confirm>
                ))
              }
            >
              {t(`reset.${what}.action`)}
            </Button>
          ))}
        </div>
      </div>
      {dialog}
    </Panel>
  );
}
