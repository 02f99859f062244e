import { useTranslation } from 'react-i18next';
import type { PlayerView } from '../../domain/queries.ts';
import { kickReason, messageText, type ServerActionRequest } from '../../protocol/actions/calls.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { LastLines } from '../parts/last-lines.tsx';
import { useToldName } from '../parts/players/told-name.ts';
import { isolated } from '../text/isolated.ts';
import { playerName } from '../text/player-name.ts';
import { CollisionNotice } from './collision-notice.tsx';
import { TextDialog } from './text-dialog.tsx';
import { PLAYER_QUESTION, type PlayerQuestion } from './player-question.ts';
import { useAct } from './use-act.ts';
import { usePlayer } from './use-player.ts';
import { useRefused } from './use-refused.ts';
import type { Action } from './why-not.ts';

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
  const action = PLAYER_QUESTION[what];
  const name = useToldName(serverId, player);
  const refused = useRefusedOf(serverId, action, player);
  const act = async (request: ServerActionRequest) => {
    const done = await ask(request, playerName(player));
    if (done) onDone?.();
    return done;
  };
  const notice = (
    <>
      <LastLines serverId={serverId} player={player} />
      <CollisionNotice serverId={serverId} plan={{ action, player }} />
    </>
  );
  return what === 'kick' ? (
    <TextDialog
      title={t('confirm.kick', { name })}
      label={t('confirm.reasonLabel')}
      schema={kickReason}
      action={t('players.kick')}
      danger
      notice={notice}
      refused={refused}
      onClose={onClose}
      onSend={(reason) => act({ action: SERVER_ACTION.SERVER_KICK, player_id: player.id, reason })}
    />
  ) : (
    <TextDialog
      title={t('confirm.message', { name })}
      label={t('confirm.text')}
      schema={messageText}
      action={t('confirm.send')}
      notice={notice}
      refused={refused}
      onClose={onClose}
      onSend={(text) => act({ action: SERVER_ACTION.MESSAGE_PRIVATE, player_id: player.id, text })}
    />
  );
}

/** Why nothing can be done with the player now, as a sentence: they may leave while the words are typed. */
function useRefusedOf(
  serverId: string,
  action: Action,
  asked: Pick<PlayerView, 'id' | 'name'>,
): string | null {
  const { t } = useTranslation('serverDashboard');
  const refused = useRefused(serverId, action);
  const { ready, player } = usePlayer(serverId, asked.id);
  if (refused !== null) return refused;
  return ready && player === undefined
    ? t('confirm.gone', { name: isolated(playerName(asked)) })
    : null;
}
