import { useTranslation } from 'react-i18next';
import { to } from '../../../domain/routes/routes.ts';
import type { CommandError } from '../../../worker/contract.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import type { Wrong } from '../../parts/use-form.ts';
import type { Draft, DraftField } from './draft.ts';
import { stepWith, type Step } from './steps.ts';
import { refusalText } from './wrong.ts';

/**
 * What the host refused, where it does not already stand at a field of this step. If it concerns a
 * field of another step, it leads there.
 */
export function Refusal({
  error,
  wrong,
  game,
  step,
}: {
  readonly error: CommandError | null;
  readonly wrong: Wrong<DraftField>;
  readonly game: Draft['game'];
  readonly step: Step;
}) {
  const { t } = useTranslation('addServer');
  const at = stepWith(Object.keys(wrong) as DraftField[]);
  if (error === null || at === step) return null;
  return (
    <Notice
      tone="bad"
      action={
        at === undefined ? undefined : (
          <ButtonLink href={`${to.addServer()}?step=${at}`}>
            {t('atStep', { step: t(`step.${at}`) })}
          </ButtonLink>
        )
      }
    >
      {refusalText(error, game)}
    </Notice>
  );
}
