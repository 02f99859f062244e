import './restart.css';
import { useTranslation } from 'react-i18next';
import { Field } from '../parts/field.tsx';
import { RESTART_IN, wrongOfPlan, type RestartPlan } from './restart-plan.ts';

/** When servers restart, and what players read before: now, in one of the usual times, or in any other. */
export function RestartFields({
  plan,
  onPlan,
}: {
  readonly plan: RestartPlan;
  readonly onPlan: (plan: RestartPlan) => void;
}) {
  const { t } = useTranslation('many');
  useTranslation('forms');
  const wrong = wrongOfPlan(plan);
  const now = plan.minutes.trim() === '0';
  return (
    <div className="restart-plan">
      <fieldset>
        <legend>{t('when.title')}</legend>
        {RESTART_IN.map((minutes) => (
          <label key={minutes} className="restart-in">
            <input
              type="radio"
              name="restart-in"
              checked={plan.minutes.trim() === String(minutes)}
              onChange={() => onPlan({ ...plan, minutes: String(minutes) })}
            />
            <span>{minutes === 0 ? t('when.now') : t('when.in', { count: minutes })}</span>
          </label>
        ))}
        <Field
          label={t('when.minutes')}
          value={plan.minutes}
          wrong={wrong.minutes}
          inputMode="numeric"
          autoComplete="off"
          onValue={(minutes) => onPlan({ ...plan, minutes })}
        />
      </fieldset>
      {now ? null : (
        <Field
          label={t('when.text')}
          hint={t('when.hint')}
          value={plan.text}
          wrong={wrong.text}
          autoComplete="off"
          onValue={(text) => onPlan({ ...plan, text })}
        />
      )}
    </div>
  );
}
