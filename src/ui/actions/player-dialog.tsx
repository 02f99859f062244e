import { useTranslation } from 'react-i18next';
import type { Plan } from '../../domain/actions/collision.ts';
import type { PlayerView } from '../../domain/queries.ts';
import { kickReason, messageText, type ServerActionRequest } from '../../protocol/actions/calls.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { isolated } from '../text/isolated.ts';
import { CollisionNotice } from './collision-notice.tsx';
import { TextDialog } from './text-dialog.tsx';
import { useAct } from './use-act.ts';

/** What somebody is about to do with a player, and still has to say the words for. */
export interface PlayerQuestion {
  readonly what: 'kick' | 'message';
  readonly player: Pick<PlayerView, 'id' | 'name' | 'muster_id'>;
}

/** Asks for the words. It stands beside the panels, so that it outlives another layout of them. */
export function PlayerDialog({
  serverId,
  question: { what, player },
  onClose,
  onDone,
}: {
  readonly serverId: string;
  readonly question: PlayerQuestion;
  readonly onClose: () => void;
  readonly onDone?: () => void;
}) {
  const { t } = useTranslation('serverDashboard');
  const ask = useAct(serverId);
  const act = async (request: ServerActionRequest) => {
    const done = await ask(request);
    if (done) onDone?.();
    return done;
  };
  const planned = (action: Plan['action']): Plan => ({ action, player });
  return what === 'kick' ? (
    <TextDialog
      title={t('confirm.kick', { name: isolated(player.name) })}
      label={t('confirm.reasonLabel')}
      schema={kickReason}
      action={t('players.kick')}
      danger
      notice={<CollisionNotice serverId={serverId} plan={planned(SERVER_ACTION.SERVER_KICK)} />}
      onClose={onClose}
      onSend={(reason) => act({ action: SERVER_ACTION.SERVER_KICK, player_id: player.id, reason })}
    />
  ) : (
    <TextDialog
      title={t('confirm.message', { name: isolated(player.name) })}
      label={t('confirm.text')}
      schema={messageText}
      action={t('confirm.send')}
      notice={<CollisionNotice serverId={serverId} plan={planned(SERVER_ACTION.MESSAGE_PRIVATE)} />}
      onClose={onClose}
      onSend={(text) => act({ action: SERVER_ACTION.MESSAGE_PRIVATE, player_id: player.id, text })}
    />
  );
}
