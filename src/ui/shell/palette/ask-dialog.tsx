import { useTranslation } from 'react-i18next';
import { AnnounceDialog } from '../../actions/announce-dialog.tsx';
import { PlayerDialog } from '../../actions/player-dialog.tsx';
import { ServerDialog } from '../../actions/server-dialog.tsx';
import { useOne } from '../../data/use-view.ts';
import { toast } from '../../parts/toasts.tsx';
import { isolated } from '../../text/isolated.ts';
import { playerName } from '../../text/player-name.ts';
import type { Ask } from './deeds.ts';

/** The question of a screen, asked from anywhere; that it was done is said where no screen shows it. */
export function AskDialog({ ask, onClose }: { readonly ask: Ask; readonly onClose: () => void }) {
  const { t } = useTranslation('palette');
  const server = useOne({ view: 'server', server_id: ask.server.id }).row ?? ask.server;
  const name = 'player' in ask ? isolated(playerName(ask.player)) : server.configuration.identifier;
  const onDone = () => toast(t('done', { deed: t(`deed.${ask.deed}`), name }));
  if (ask.deed === 'kick' || ask.deed === 'message') {
    const question = { what: ask.deed, player: ask.player };
    return (
      <PlayerDialog serverId={server.id} question={question} onClose={onClose} onDone={onDone} />
    );
  }
  if (ask.deed === 'announce') {
    return <AnnounceDialog server={server} onClose={onClose} onDone={onDone} />;
  }
  return <ServerDialog server={server} question={ask.deed} onClose={onClose} onDone={onDone} />;
}
