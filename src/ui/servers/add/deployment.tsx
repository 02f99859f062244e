import { Check, CircleDashed, CircleQuestionMark, LoaderCircle, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ServerRow } from '../../../domain/rows.ts';
import type { DeploymentStepName } from '../../../protocol/enumerations.ts';

type Step = ServerRow['deployment'][number];

const SIGNS = {
  pending: CircleDashed,
  running: LoaderCircle,
  done: Check,
  failed: X,
  unknown: CircleQuestionMark,
};

/** What happens to a new server, as whoever added it sees it; each is some of the steps that the host tells. */
const PARTS = {
  saved: ['registered', 'data-store-populated'],
  taken: ['region-selected', 'cloud-node-selected', 'node-slot-reserved'],
  connected: ['instance-deployed'],
} as const satisfies Readonly<Record<string, readonly DeploymentStepName[]>>;

/** What truly happens while a server is set up; folded once it is done. */
export function DeploymentSteps({ steps }: { readonly steps: ServerRow['deployment'] }) {
  const { t } = useTranslation('addServer');
  const parts = Object.entries(PARTS).map(([name, among]) => ({
    name: name as keyof typeof PARTS,
    ...stateOf(steps.filter(({ step }) => (among as readonly string[]).includes(step))),
  }));
  const list = (
    <ol className="deployment" aria-live="polite">
      {parts.map(({ name, state, detail }) => {
        const Sign = SIGNS[state];
        return (
          <li key={name} data-state={state}>
            <Sign className="icon" aria-hidden="true" />
            <span>
              {t(`deploymentPart.${name}`)}
              <span className="soft"> · {t(`stepState.${state}`)}</span>
              {detail === null ? null : <span className="detail soft">{detail}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
  if (parts.some(({ state }) => state !== 'done')) return list;
  return (
    <details>
      <summary>{t('deploymentDone')}</summary>
      {list}
    </details>
  );
}

/** Several steps as one: what is wrong with them, or how far they are. Why a step failed is told. */
function stateOf(steps: readonly Step[]): Pick<Step, 'state' | 'detail'> {
  const failed = steps.find(({ state }) => state === 'failed');
  if (failed !== undefined) return { state: 'failed', detail: failed.detail };
  const every = (state: Step['state']) => steps.every((step) => step.state === state);
  if (every('done')) return { state: 'done', detail: null };
  if (steps.some(({ state }) => state === 'unknown')) return { state: 'unknown', detail: null };
  return { state: every('pending') ? 'pending' : 'running', detail: null };
}
