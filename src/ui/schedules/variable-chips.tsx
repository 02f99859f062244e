import { useTranslation } from 'react-i18next';
import { variablesOf, type Said } from '../../protocol/schedules/variables.ts';

/** What a text may name: each inserts itself where the text is being written. */
export function VariableChips({
  said,
  field,
  onText,
}: {
  readonly said: Said;
  /** The field that the text is written in. */
  readonly field: () => HTMLInputElement | HTMLTextAreaElement | null;
  readonly onText: (text: string) => void;
}) {
  const { t } = useTranslation('schedules');
  const insert = (name: string) => {
    const element = field();
    if (element === null) return;
    const { value } = element;
    const from = element.selectionStart ?? value.length;
    const words = `{${name}}`;
    onText(value.slice(0, from) + words + value.slice(element.selectionEnd ?? from));
    // The caret goes behind what was inserted, once that is drawn.
    requestAnimationFrame(() => {
      element.focus();
      element.setSelectionRange(from + words.length, from + words.length);
    });
  };
  return (
    <div className="variable-chips" role="group" aria-label={t('form.variables')}>
      <span className="soft" aria-hidden="true">
        {t('form.variables')}
      </span>
      {variablesOf(said).map((name) => (
        <button key={name} type="button" className="chip" onClick={() => insert(name)}>
          {t(`variable.${name}`)}
        </button>
      ))}
    </div>
  );
}
