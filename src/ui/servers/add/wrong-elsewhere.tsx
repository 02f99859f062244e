import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import type { Wrong } from '../../parts/rules.ts';
import { addressOfStep } from './address.ts';
import { stepWith, type Step } from './steps.ts';

/** What the host refused of another step, and the way there. */
export function WrongElsewhere({ wrong, step }: { readonly wrong: Wrong; readonly step: Step }) {
  const { t } = useTranslation('addServer');
  const at = stepWith(Object.keys(wrong));
  if (at === undefined || at === step) return null;
  const way = (
    <ButtonLink href={addressOfStep(at)}>{t('atStep', { step: t(`step.${at}`) })}</ButtonLink>
  );
  return (
    <Notice tone="bad" action={way}>
      {Object.values(wrong)[0]}
    </Notice>
  );
}
