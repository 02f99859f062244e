import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { useDialog } from '../parts/use-dialog.ts';
import { isolated } from '../text/isolated.ts';

/** Forgets what a player did on a server, after a question. */
export function ResetPlayer({
  serverId,
  player,
  onDone,
}: {
  readonly serverId: string;
  readonly player: { readonly id: string; readonly name: string };
  readonly onDone: () => void;
}) {
  const { t } = useTranslation('statistics');
  const commands = useCommands();
  const [dialog, open] = useDialog();
  const params = { server_id: serverId, muster_id: player.id };
  return (
    <>
      <Button
        kind="quiet"
        icon={<RotateCcw />}
        onClick={() =>
          open((close) => (
            <Confirm
              title={t('reset.player.title', { name: isolated(player.name) })}
              action={t('reset.action')}
              done={t('reset.player.done')}
              onClose={() => {
                close();
                onDone();
              }}
              onYes={() => commands.call('playerStatisticsReset', { params, body: {} })}
            >
              <p>{t('reset.player.text')}</p>
            </Confirm>
          ))
        }
      >
        {t('reset.action')}
      </Button>
      {dialog}
    </>
  );
}
