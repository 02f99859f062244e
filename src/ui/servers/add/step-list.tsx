import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { addressOfStep } from './address.ts';
import type { Step } from './steps.ts';

/** Where in the wizard the person is; earlier steps are links. */
export function StepList({
  steps,
  step,
}: {
  /** Those of the chosen game. */
  readonly steps: readonly Step[];
  readonly step: Step;
}) {
  const { t } = useTranslation('addServer');
  const index = steps.indexOf(step);
  return (
    <ol className="steps" aria-label={t('steps')}>
      {steps.map((name, place) => (
        <li key={name} aria-current={name === step ? 'step' : undefined}>
          <span className="numeric">{place + 1}</span>
          {place < index ? (
            <Link href={addressOfStep(name)}>{t(`step.${name}`)}</Link>
          ) : (
            t(`step.${name}`)
          )}
        </li>
      ))}
    </ol>
  );
}
