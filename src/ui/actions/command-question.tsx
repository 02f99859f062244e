import { useTranslation } from 'react-i18next';
import { commandQuestion } from '../../domain/actions/commands.ts';
import { shownCommand } from '../../domain/actions/secrets.ts';
import type { ServerStanding } from '../../domain/servers/status.ts';
import { gameName, SERVER_ACTION } from '../../protocol/enumerations.ts';
import { Question } from '../parts/question.tsx';
import { CollisionNotice } from './collision-notice.tsx';
import type { ServerQuestion } from './server-question.ts';

const BUTTONS: Readonly<Record<string, ServerQuestion>> = {
  SERVER_LOCK: 'lock',
  SERVER_UNLOCK: 'unlock',
  SERVER_RESTART: 'restart',
};

/** Asks before a command is sent that takes something from people: in the words of the button that does the same. */
export function CommandQuestion({
  server,
  command,
  onYes,
  onClose,
}: {
  readonly server: ServerStanding;
  readonly command: string;
  readonly onYes: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('serverDashboard');
  const asked = commandQuestion(gameName(server.configuration.game), command);
  const button = asked?.kind === 'action' ? BUTTONS[asked.action] : undefined;
  const name = server.configuration.identifier;
  return (
    <Question
      danger={button !== 'lock' && button !== 'unlock'}
      title={
        button === undefined
          ? t('console.confirm', { command: shownCommand(command), name })
          : t(`confirm.${button}`, { name })
      }
      yes={button === undefined ? t('console.send') : t(button)}
      onYes={onYes}
      onClose={onClose}
    >
      {button === undefined ? null : <p className="mono">{command}</p>}
      <CollisionNotice serverId={server.id} plan={{ action: SERVER_ACTION.RAW, player: null }} />
    </Question>
  );
}
