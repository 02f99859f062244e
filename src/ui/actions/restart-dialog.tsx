import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerStanding } from '../../domain/servers/status.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { useDataConnection } from '../data/use-view.ts';
import { Question } from '../parts/question.tsx';
import { newRequestId } from '../parts/request-id.ts';
import { toast } from '../parts/toasts.tsx';
import { errorText } from '../text/problem-text.ts';
import { CollisionNotice } from './collision-notice.tsx';
import { RestartFields } from './restart-fields.tsx';
import { restartDeed, wrongOfPlan, type RestartPlan } from './restart-plan.ts';
import { serverTitle } from '../text/server-title.ts';
import { useRefused } from './use-refused.ts';

/** Asks when one server restarts, and what its players read before. */
export function RestartDialog({
  server,
  onClose,
  onDone,
}: {
  readonly server: ServerStanding;
  readonly onClose: () => void;
  readonly onDone?: (() => void) | undefined;
}) {
  const { t } = useTranslation('serverDashboard');
  const many = useTranslation('many').t;
  const connection = useDataConnection();
  const [plan, setPlan] = useState<RestartPlan>(() => ({ minutes: '0', text: many('when.words') }));
  const why = useId();
  const refused = useRefused(server.id, SERVER_ACTION.SERVER_RESTART);
  const wrong = Object.values(wrongOfPlan(plan))[0];
  const restart = async () => {
    const deed = restartDeed(connection, plan);
    onClose();
    const outcome = await deed.ask(server.id, newRequestId());
    if (!outcome.ok) toast(errorText(outcome.error), 'bad');
    else {
      if (deed.back !== null) toast(deed.title);
      onDone?.();
    }
  };
  return (
    <Question
      danger
      title={t('confirm.restart', { name: serverTitle(server.configuration) })}
      yes={
        plan.minutes.trim() === '0'
          ? t('restart')
          : many('when.yes', { count: Number(plan.minutes) || 0 })
      }
      why={(refused ?? wrong) === undefined ? undefined : why}
      onYes={() => void restart()}
      onClose={onClose}
    >
      <RestartFields plan={plan} onPlan={setPlan} />
      {refused === null ? (
        <p id={why} className="visually-hidden">
          {wrong}
        </p>
      ) : (
        <p id={why} className="refused" role="status">
          {refused}
        </p>
      )}
      <CollisionNotice
        serverId={server.id}
        plan={{ action: SERVER_ACTION.SERVER_RESTART, player: null }}
      />
    </Question>
  );
}
