import './past-field.css';
import { History } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readMoment } from '../../domain/history/moment-words.ts';
import { knownZone, Zone } from '../../domain/zone.ts';
import { present } from '../data/clock.ts';
import { formatMomentIn } from '../text/format.ts';
import { Button } from './button.tsx';
import { useLocale } from './locale.ts';

/** A moment of the past, as people write it: it says which is meant while it is typed, by the server's clock. */
export function PastField({
  timezone: named,
  initial = '',
  onMoment,
}: {
  readonly timezone: string;
  readonly initial?: string;
  readonly onMoment: (at: number) => void;
}) {
  const { t } = useTranslation('past');
  const locale = useLocale();
  const id = useId();
  const [text, setText] = useState(initial);
  const [isWrong, setWrong] = useState(false);
  const timezone = knownZone(named);
  const zone = useMemo(() => new Zone(timezone), [timezone]);
  const at = readMoment(text, present(), zone);
  const said =
    text.trim() === ''
      ? null
      : at === null
        ? t('field.unread')
        : formatMomentIn(at, locale, timezone);
  return (
    <form
      className="past-field"
      onSubmit={(event) => {
        event.preventDefault();
        setWrong(at === null);
        if (at !== null) onMoment(at);
      }}
    >
      <input
        className="input compact"
        type="text"
        value={text}
        maxLength={60}
        placeholder={t('field.placeholder')}
        aria-label={t('field.label')}
        aria-describedby={id}
        aria-invalid={isWrong && at === null}
        autoComplete="off"
        enterKeyHint="go"
        title={t('field.hint', { timezone })}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" icon={<History />} aria-label={t('field.go')} title={t('field.go')} />
      <span id={id} className="past-said" role="status" data-wrong={isWrong && at === null}>
        {said}
      </span>
    </form>
  );
}
