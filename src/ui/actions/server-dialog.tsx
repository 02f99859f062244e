import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerStanding } from '../../domain/servers/status.ts';
import { Question } from '../parts/question.tsx';
import { CollisionNotice } from './collision-notice.tsx';
import { RestartDialog } from './restart-dialog.tsx';
import { SERVER_QUESTION, type ServerQuestion } from './server-question.ts';
import { useAct } from './use-act.ts';
import { useRefused } from './use-refused.ts';
import { serverTitle } from '../text/server-title.ts';

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
  const refused = useRefused(server.id, SERVER_QUESTION[question]);
  const why = useId();
  if (question === 'restart') {
    return <RestartDialog server={server} onClose={onClose} onDone={onDone} />;
  }
  return (
    <Question
      title={t(`confirm.${question}`, { name: serverTitle(server.configuration) })}
      yes={t(question)}
      why={refused === null ? undefined : why}
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
      <p id={why} className="refused" role="status">
        {refused}
      </p>
    </Question>
  );
}
