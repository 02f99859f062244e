import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SCHEDULE_LIMIT } from '../../protocol/schedules/limits.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { focusNeighbour } from '../parts/focus-neighbour.ts';
import type { WarningDraft } from './job-draft.ts';
import { VariableChips } from './variable-chips.tsx';

/** What players are told before, each with its minutes: a row for each. */
export function WarningFields({
  warnings,
  wrong,
  onWarnings,
}: {
  readonly warnings: readonly WarningDraft[];
  /** What is wrong with all of them together. */
  readonly wrong: string | undefined;
  readonly onWarnings: (warnings: readonly WarningDraft[], changed: string) => void;
}) {
  const { t } = useTranslation('schedules');
  const rows = useRef<HTMLFieldSetElement>(null);
  /** The row whose text was written in last. */
  const [at, setAt] = useState(0);
  const change = (place: number, part: Partial<WarningDraft>, name: string) =>
    onWarnings(
      warnings.map((one, index) => (index === place ? { ...one, ...part } : one)),
      name,
    );
  return (
    <fieldset ref={rows} className="warning-fields">
      <legend>{t('form.warnings')}</legend>
      <p className="hint soft">{t('form.warningsHint')}</p>
      {wrong === undefined ? null : (
        <p className="wrong" role="alert">
          {wrong}
        </p>
      )}
      {warnings.map(({ minutes, text }, place) => (
        // Rows have no identity but their place.
        <div key={place} className="warning-row">
          <Field
            name={`warnings.${place}.minutes`}
            label={t('form.minutes')}
            labelHidden={place > 0}
            value={minutes}
            inputMode="numeric"
            autoComplete="off"
            onValue={(value) => change(place, { minutes: value }, `warnings.${place}.minutes`)}
          />
          <Field
            name={`warnings.${place}.text`}
            label={t('form.text')}
            labelHidden={place > 0}
            value={text}
            autoComplete="off"
            onFocus={() => setAt(place)}
            onValue={(value) => change(place, { text: value }, `warnings.${place}.text`)}
          />
          <Button
            kind="quiet"
            icon={<Trash2 />}
            data-takes-away
            aria-label={t('form.removeWarning', { minutes })}
            onClick={(event) => {
              focusNeighbour(event.currentTarget, '.warning-row');
              onWarnings(warnings.toSpliced(place, 1), 'warnings');
            }}
          />
        </div>
      ))}
      {warnings.length === 0 ? null : (
        <VariableChips
          said="public"
          field={() =>
            rows.current?.querySelector<HTMLInputElement>(`[name="warnings.${at}.text"]`) ?? null
          }
          onText={(text) => change(at, { text }, `warnings.${at}.text`)}
        />
      )}
      {warnings.length >= SCHEDULE_LIMIT.warnings ? null : (
        <Button
          icon={<Plus />}
          onClick={() => {
            const text = warnings.at(-1)?.text ?? t('form.countdown');
            onWarnings([...warnings, { minutes: nextMinutes(warnings), text }], 'warnings');
          }}
        >
          {t('form.addWarning')}
        </Button>
      )}
    </fieldset>
  );
}

/** Half of the one before, where that is a number that no other has. */
function nextMinutes(warnings: readonly WarningDraft[]): string {
  const taken = new Set(warnings.map(({ minutes }) => minutes));
  const half = String(Math.max(1, Math.floor(Number(warnings.at(-1)?.minutes ?? '10') / 2)));
  return taken.has(half) || half === 'NaN' ? '' : half;
}
