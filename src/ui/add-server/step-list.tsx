import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../routes.ts';
import { STEPS, type Step } from './steps.ts';

/** Where in the wizard the person is; earlier steps are links. */
export function StepList({ step }: { readonly step: Step }) {
  const { t } = useTranslation('addServer');
  const index = STEPS.indexOf(step);
  return (
    <ol className="steps" aria-label={t('steps')}>
      {STEPS.map((name, place) => (
        <li key={name} aria-current={name === step ? 'step' : undefined}>
          <span className="numeric">{place + 1}</span>
          {place < index ? (
            <Link href={`${to.addServer()}?step=${name}`}>{t(`step.${name}`)}</Link>
          ) : (
            t(`step.${name}`)
          )}
        </li>
      ))}
    </ol>
  );
}
