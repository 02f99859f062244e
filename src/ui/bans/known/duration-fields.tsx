import { useTranslation } from 'react-i18next';
import { Field } from '../../parts/field.tsx';
import { Select } from '../../parts/select.tsx';
import { PRESETS, UNITS, type Duration, type Unit } from './duration.ts';

/** Asks for how long somebody is banned: by what is usual, by a time of its own, or for good. */
export function DurationFields({
  value,
  keeps = false,
  hint,
  wrong,
  onChange,
}: {
  readonly value: Duration;
  /** It can stay as it is. */
  readonly keeps?: boolean;
  /** How it is. */
  readonly hint?: string;
  readonly wrong?: string | undefined;
  readonly onChange: (part: Partial<Duration>) => void;
}) {
  const { t } = useTranslation('bans');
  return (
    <div className="ban-duration">
      <Select
        name="span"
        label={t('duration.label')}
        value={value.span}
        hint={hint}
        wrong={value.span === 'free' ? undefined : wrong}
        options={[
          ...(keeps ? [{ value: 'keep', label: t('ban.keep') }] : []),
          { value: 'ever', label: t('duration.ever') },
          ...PRESETS.map((preset) => ({ value: preset, label: t(`duration.preset.${preset}`) })),
          { value: 'free', label: t('duration.free') },
        ]}
        onValue={(span) => onChange({ span: span as Duration['span'] })}
      />
      {value.span === 'free' ? (
        <>
          <Field
            name="minutes"
            label={t('duration.amount')}
            hint={t('duration.hint')}
            inputMode="numeric"
            autoComplete="off"
            value={value.amount}
            onValue={(amount) => onChange({ amount })}
          />
          <Select
            label={t('duration.unit')}
            value={value.unit}
            options={UNITS.map((unit) => ({ value: unit, label: t(`duration.units.${unit}`) }))}
            onValue={(unit) => onChange({ unit: unit as Unit })}
          />
        </>
      ) : null}
    </div>
  );
}
