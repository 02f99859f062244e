import { Play } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerRow } from '../../domain/rows.ts';
import { saidBy } from '../../domain/schedules/checks.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { CollisionNotice } from '../actions/collision-notice.tsx';
import { CommandQuestion } from '../actions/command-question.tsx';
import { first } from '../actions/restart-plan.ts';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { Question } from '../parts/question.tsx';
import { newRequestId } from '../parts/request-id.ts';
import { toast } from '../parts/toasts.tsx';
import { errorText } from '../text/problem-text.ts';
import { serverTitle } from '../text/server-title.ts';
import type { JobRow } from './job-dialog.tsx';

const { RAW, SERVER_RESTART } = SERVER_ACTION;

/** The button that does the same, but for what the console asks and what only says something. */
const BUTTON = {
  [SERVER_ACTION.SERVER_LOCK]: 'lock',
  [SERVER_ACTION.SERVER_UNLOCK]: 'unlock',
  [SERVER_ACTION.SERVER_RESTART]: 'restart',
  [SERVER_ACTION.SERVER_KICK]: 'kickAll',
  [SERVER_ACTION.WHITELIST_PAUSE]: 'pauseWhitelist',
  [SERVER_ACTION.WHITELIST_RESUME]: 'resumeWhitelist',
} as const;
type Asked = keyof typeof BUTTON;

/** Runs a job beside its times: but for a message, it asks as the button that does the same. */
export function RunNow({ job, server }: { readonly job: JobRow; readonly server: ServerRow }) {
  const { t } = useTranslation('schedules');
  const commands = useCommands();
  const [asking, setAsking] = useState(false);
  const { name, action, parameter } = job;
  const run = async () => {
    const jobs = [{ server_id: server.id, id: job.id }];
    const body = { request_id: newRequestId(), jobs };
    const outcome = first(await commands.call('scheduleNow', { body }));
    if (outcome.ok) toast(t('week.started', { name }));
    else toast(errorText(outcome.error), 'bad');
  };
  const asked = {
    server,
    onYes: () => {
      setAsking(false);
      void run();
    },
    onClose: () => setAsking(false),
  };
  const label = t('week.now', { name });
  return (
    <>
      <Button
        kind="quiet"
        icon={<Play />}
        aria-label={label}
        title={label}
        onClick={() => (saidBy(action) === null ? setAsking(true) : void run())}
      />
      {!asking ? null : action === RAW ? (
        <CommandQuestion {...asked} command={parameter ?? ''} />
      ) : isAsked(action) ? (
        <ActionQuestion {...asked} action={action} />
      ) : null}
    </>
  );
}

function isAsked(action: JobRow['action']): action is Asked {
  return action in BUTTON;
}

function ActionQuestion({
  server,
  action,
  onYes,
  onClose,
}: {
  readonly server: ServerRow;
  readonly action: Asked;
  readonly onYes: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('serverDashboard');
  const schedules = useTranslation('schedules').t;
  const restarts = action === SERVER_RESTART;
  const button = BUTTON[action];
  return (
    <Question
      danger={restarts || button === 'kickAll'}
      title={t(`confirm.${button}`, { name: serverTitle(server.configuration) })}
      yes={t(button)}
      onYes={onYes}
      onClose={onClose}
    >
      {restarts ? <p>{schedules('week.nowUnwarned')}</p> : null}
      <CollisionNotice serverId={server.id} plan={{ action, player: null }} />
    </Question>
  );
}
