import { useTranslation } from 'react-i18next';
import { AnnounceDialog } from '../../actions/announce-dialog.tsx';
import { ServerDialog } from '../../actions/server-dialog.tsx';
import { useOne } from '../../data/use-view.ts';
import { toast } from '../../parts/toasts.tsx';
import type { Ask } from './deeds.ts';
import { serverTitle } from '../../text/server-title.ts';

/** The question of a screen, asked from anywhere; that it was done is said where no screen shows it. */
export function AskDialog({ ask, onClose }: { readonly ask: Ask; readonly onClose: () => void }) {
  const { t } = useTranslation('palette');
  const server = useOne({ view: 'server', server_id: ask.server.id }).row ?? ask.server;
  const name = serverTitle(server.configuration);
  const onDone = () => toast(t('done', { deed: t(`deed.${ask.deed}`), name }));
  if (ask.deed === 'announce') {
    return <AnnounceDialog server={server} onClose={onClose} onDone={onDone} />;
  }
  return <ServerDialog server={server} question={ask.deed} onClose={onClose} onDone={onDone} />;
}
