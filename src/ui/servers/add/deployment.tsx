import { Check, CircleDashed, CircleQuestionMark, LoaderCircle, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ServerRow } from '../../../domain/rows.ts';

const SIGNS = {
  pending: CircleDashed,
  running: LoaderCircle,
  done: Check,
  failed: X,
  unknown: CircleQuestionMark,
};

/** The six steps of a deployment as they truly happen. */
export function DeploymentSteps({ steps }: { readonly steps: ServerRow['deployment'] }) {
  const { t } = useTranslation('addServer');
  return (
    <ol className="deployment" aria-live="polite">
      {steps.map(({ step, state, detail }) => {
        const Sign = SIGNS[state];
        return (
          <li key={step} data-state={state}>
            <Sign className="icon" aria-hidden="true" />
            <span>
              {t(`deploymentStep.${step}`)}
              <span className="soft"> · {t(`stepState.${state}`)}</span>
              {detail === null ? null : <span className="detail soft">{detail}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
