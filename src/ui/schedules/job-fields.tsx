import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { saidBy, wordsOf } from '../../domain/schedules/checks.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { JOB_ACTION, type JobAction } from '../../protocol/schedules/fields.ts';
import { Field } from '../parts/field.tsx';
import { useLocale } from '../parts/locale.ts';
import { Select } from '../parts/select.tsx';
import type { Form } from '../parts/use-form.ts';
import { formatDuration, formatWeekday } from '../text/format.ts';
import { countdown, EVERY_DAY, type JobDraft } from './job-draft.ts';
import { VariableChips } from './variable-chips.tsx';
import { WarningFields } from './warning-fields.tsx';

/** When a job runs, what it does, and what comes before it. */
export function JobFields({
  form,
  actions = JOB_ACTION,
}: {
  readonly form: Form<JobDraft>;
  /** What can be chosen. */
  readonly actions?: readonly JobAction[];
}) {
  const { t } = useTranslation('schedules');
  const locale = useLocale();
  const { values, wrong } = form;
  const { action, kind, after, days, warnings } = values;
  const restarts = action === SERVER_ACTION.SERVER_RESTART;
  const said = saidBy(action);
  const minutes = Number(after);

  return (
    <>
      <div className="job-when">
        <Select
          label={t('form.action')}
          value={String(action)}
          options={JOB_ACTION.filter((one) => actions.includes(one) || one === action).map(
            (one) => ({ value: String(one), label: t(`action.${one}`) }),
          )}
          onValue={(value) => form.set(actionTurned(values, Number(value) as JobAction, t))}
        />
        <Select
          label={t('form.kind')}
          value={kind}
          options={(['absolute', 'uptime'] as const).map((value) => ({
            value,
            label: t(`form.kinds.${value}`),
          }))}
          onValue={(value) =>
            form.set({ kind: value === 'uptime' ? 'uptime' : 'absolute' }, 'time')
          }
        />
        {kind === 'absolute' ? (
          <Field
            {...form.field('at', 'time.minutes')}
            label={t('form.at')}
            type="time"
            className="input numeric"
          />
        ) : (
          <Field
            {...form.field('after', 'time.minutes')}
            label={t('form.after')}
            hint={
              minutes > 0
                ? t('form.afterHint', { time: formatDuration(minutes * 60, locale) })
                : undefined
            }
            inputMode="numeric"
            autoComplete="off"
          />
        )}
      </div>
      <Days days={days} wrong={wrong['days']} onDays={(next) => form.set({ days: next })} />
      {takesWords(action) ? (
        <div className="stack-tight">
          <Field
            {...form.field('parameter')}
            label={t(`form.parameter.${action}`)}
            className={action === SERVER_ACTION.RAW ? 'input mono' : 'input'}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={action !== SERVER_ACTION.RAW}
          />
          {said === null ? null : (
            <VariableChips
              said={said}
              field={() => form.element.current?.querySelector('[name="parameter"]') ?? null}
              onText={(text) => form.set({ parameter: text })}
            />
          )}
        </div>
      ) : null}
      {said !== null && warnings.length === 0 ? null : (
        <WarningFields
          warnings={warnings}
          wrong={wrong['warnings']}
          onWarnings={(next, name) => form.set({ warnings: next }, name)}
        />
      )}
      {restarts ? (
        <div className="job-before">
          <Field
            {...form.field('lock_before')}
            label={t('form.lock')}
            hint={t('form.never')}
            inputMode="numeric"
            autoComplete="off"
          />
          <Field
            {...form.field('kick_before')}
            label={t('form.kick')}
            hint={t('form.never')}
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
      ) : null}
      <Field
        {...form.field('name')}
        label={t('form.name')}
        hint={form.limit('name')}
        autoComplete="off"
      />
    </>
  );
}

/** An action with a parameter, which is called after it. */
function takesWords(action: JobAction): action is 1 | 10 | 11 | 23 {
  return wordsOf(action) !== 'none';
}

/** The days of the week as ticks, and one for all of them. */
function Days({
  days,
  wrong,
  onDays,
}: {
  readonly days: readonly number[];
  readonly wrong: string | undefined;
  readonly onDays: (days: readonly number[]) => void;
}) {
  const { t } = useTranslation('schedules');
  const locale = useLocale();
  const id = useId();
  return (
    <fieldset className="days" aria-describedby={wrong === undefined ? undefined : id}>
      <legend>{t('form.days')}</legend>
      {EVERY_DAY.map((day) => (
        <label key={day} className="day">
          <input
            type="checkbox"
            name="days"
            checked={days.includes(day)}
            onChange={({ target }) =>
              onDays(EVERY_DAY.filter((one) => (one === day ? target.checked : days.includes(one))))
            }
          />
          <span>{formatWeekday(day, locale)}</span>
        </label>
      ))}
      {days.length === 7 ? null : (
        <button type="button" className="chip" onClick={() => onDays(EVERY_DAY)}>
          {t('form.everyDay')}
        </button>
      )}
      {wrong === undefined ? null : (
        <p className="wrong" id={id} role="alert">
          {wrong}
        </p>
      )}
    </fieldset>
  );
}

/** Another action: a name that nobody typed goes with it, and a countdown that nobody changed is a restart's. */
function actionTurned(
  { name, action: before, warnings }: JobDraft,
  action: JobAction,
  t: ReturnType<typeof useTranslation<'schedules'>>['t'],
): Partial<JobDraft> {
  const own = countdown(t('form.countdown'));
  const untouched = JSON.stringify(warnings) === JSON.stringify(own);
  const restarts = action === SERVER_ACTION.SERVER_RESTART;
  return {
    action,
    ...(name === t(`form.names.${before}`) ? { name: t(`form.names.${action}`) } : {}),
    ...(restarts && warnings.length === 0 ? { warnings: own } : {}),
    ...(!restarts && untouched ? { warnings: [] } : {}),
  };
}
