import { useTranslation } from 'react-i18next';
import type { ServerStanding } from '../../domain/servers/status.ts';
import { messageText } from '../../protocol/actions/calls.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { CollisionNotice } from './collision-notice.tsx';
import { TextDialog } from './text-dialog.tsx';
import { useAct } from './use-act.ts';
import { useRefused } from './use-refused.ts';
import { serverTitle } from '../text/server-title.ts';

/** Asks for a message to everybody on a server that is not the page's own. */
export function AnnounceDialog({
  server,
  onClose,
  onDone,
}: {
  readonly server: ServerStanding;
  readonly onClose: () => void;
  readonly onDone?: () => void;
}) {
  const { t } = useTranslation('serverDashboard');
  const act = useAct(server.id);
  const refused = useRefused(server.id, SERVER_ACTION.MESSAGE_PUBLIC);
  return (
    <TextDialog
      title={t('confirm.announce', { name: serverTitle(server.configuration) })}
      label={t('confirm.text')}
      schema={messageText}
      action={t('confirm.send')}
      notice={
        <CollisionNotice
          serverId={server.id}
          plan={{ action: SERVER_ACTION.MESSAGE_PUBLIC, player: null }}
        />
      }
      refused={refused}
      onClose={onClose}
      onSend={async (text) => {
        const done = await act({ action: SERVER_ACTION.MESSAGE_PUBLIC, text });
        if (done) onDone?.();
        return done;
      }}
    />
  );
}
