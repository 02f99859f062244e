import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSignalValue } from '../data/use-signal.ts';
import { Button } from '../parts/button.tsx';
import { focusNeighbour } from '../parts/focus-neighbour.ts';
import { useLocale } from '../parts/locale.ts';
import { Notice } from '../parts/notice.tsx';
import { formatMoment } from '../text/format.ts';
import type { OpenReplay } from './connect.ts';
import { MOST_MARKS, type Marks } from './marks.ts';

/** The marked moments, to go back to, with a note each. */
export function MarksPanel({
  replay: { controls },
  marks,
}: {
  readonly replay: OpenReplay;
  readonly marks: Marks;
}) {
  const { t } = useTranslation('replay');
  const locale = useLocale();
  const list = useSignalValue(marks.list);
  if (list.length === 0) return <p className="soft">{t('noMarks')}</p>;
  return (
    <>
      {list.length < MOST_MARKS ? null : (
        <Notice tone="warn" slim>
          {t('marksFull', { count: MOST_MARKS })}
        </Notice>
      )}
      <ul className="replay-marks">
        {list.map((mark) => (
          <li key={mark.event}>
            <Button
              aria-label={t('goTo', { event: mark.event })}
              onClick={() => void controls.seekEvent(mark.event)}
            >
              {`#${mark.event} · ${formatMoment(mark.at, locale)}`}
            </Button>
            <input
              className="input"
              aria-label={t('markNote', { event: mark.event })}
              value={mark.note}
              maxLength={200}
              onChange={(event) => marks.put({ ...mark, note: event.target.value })}
            />
            <Button
              kind="quiet"
              icon={<Trash2 />}
              aria-label={t('removeMark', { event: mark.event })}
              data-takes-away=""
              onClick={(event) => {
                focusNeighbour(event.currentTarget, 'li');
                marks.remove(mark.event);
              }}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
