import { useTranslation } from 'react-i18next';
import type { ServerStanding } from '../../domain/servers/status.ts';
import { Question } from '../parts/question.tsx';
import { CollisionNotice } from './collision-notice.tsx';
import { SERVER_QUESTION, type ServerQuestion } from './server-question.ts';
import { useAct } from './use-act.ts';

/** Asks briefly before a server is locked, unlocked or restarted. */
export function ServerDialog({
  server,
  question,
  onClose,
  onDone,
}: {
  readonly server: ServerStanding;
  readonly question: ServerQuestion;
  readonly onClose: () => void;
  readonly onDone?: () => void;
}) {
  const { t } = useTranslation('serverDashboard');
  const act = useAct(server.id);
  return (
    <Question
      danger={question === 'restart'}
      title={t(`confirm.${question}`, { name: server.configuration.identifier })}
      yes={t(question)}
      onYes={() => {
        void act({ action: SERVER_QUESTION[question] }).then((done) => {
          if (done) onDone?.();
        });
        onClose();
      }}
      onClose={onClose}
    >
      <CollisionNotice
        serverId={server.id}
        plan={{ action: SERVER_QUESTION[question], player: null }}
      />
    </Question>
  );
}
