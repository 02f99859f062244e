import { ChevronLeft, ChevronRight } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../parts/button.tsx';
import { useLocale } from '../../parts/locale.ts';
import { formatAge, formatCount } from '../../text/format.ts';
import { leftText } from '../../text/restart-text.ts';
import { cellFacts } from './canvas/cell.ts';
import type { ShownPage } from './wall-stage.ts';

/** So many servers are in the document at once, whatever the wall shows. */
const ROWS = 50;
/** What is read out must hold still for a while. */
const REFRESH_MS = 5_000;

const COLUMNS = ['server', 'state', 'players', 'slots', 'queue', 'restart', 'figures'] as const;

/** The page of the wall as a table: for screen readers always, for everybody when asked for. */
export function WallTable({
  shown,
  visible,
}: {
  readonly shown: ShownPage;
  readonly visible: boolean;
}) {
  return <HeldTable held={useHeld(shown)} visible={visible} />;
}

/** Rendered only when what it holds is another: a wall ticks each second, and for weeks. */
const HeldTable = memo(function HeldTable({
  held,
  visible,
}: {
  readonly held: ShownPage;
  readonly visible: boolean;
}) {
  const { t } = useTranslation('wall');
  const { t: server } = useTranslation('server');
  const locale = useLocale();
  const [from, setFrom] = useState(0);
  const first = from < held.places.length ? from : 0;
  const places = held.places.subarray(first, first + ROWS);
  const count = (value: number) =>
    value < 0 ? t('unknown', { ns: 'common' }) : formatCount(value, locale);
  const caption = t('table.caption', {
    title: held.title,
    from: held.places.length === 0 ? 0 : first + 1,
    to: first + places.length,
    count: held.places.length,
  });
  return (
    <section
      className={visible ? 'wall-table' : 'wall-table visually-hidden'}
      aria-label={t('table.title')}
      tabIndex={visible ? 0 : undefined}
    >
      {held.places.length > ROWS ? (
        <p className="wall-table-turn">
          <Button
            icon={<ChevronLeft />}
            aria-label={t('table.earlier')}
            still={first === 0}
            tabIndex={visible ? undefined : -1}
            onClick={() => setFrom(Math.max(0, first - ROWS))}
          />
          <Button
            icon={<ChevronRight />}
            aria-label={t('table.later')}
            still={first + ROWS >= held.places.length}
            tabIndex={visible ? undefined : -1}
            onClick={() => setFrom(first + ROWS)}
          />
        </p>
      ) : null}
      <table aria-rowcount={held.places.length + 1}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {t(`table.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...places].map((place, index) => {
            const facts = cellFacts(held.rows, place, held.moment);
            const age = formatAge(facts.age / 1_000, locale);
            return (
              <tr key={held.rows.id(place)} aria-rowindex={first + index + 2}>
                <th scope="row">{facts.name}</th>
                <td>{t(`status.${facts.status}`, { ns: 'server' })}</td>
                <td className="numeric">{count(facts.players)}</td>
                <td className="numeric">{count(facts.slots)}</td>
                <td className="numeric">{count(facts.queue)}</td>
                <td className="numeric">
                  {facts.restartIn >= 0
                    ? leftText(facts.restartIn, locale, server)
                    : server(facts.startUnknown ? 'restart.startUnknown' : 'restart.none')}
                </td>
                <td>{t(`table.freshness.${facts.freshness}`, { age })}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
});

/** What is shown, held still for some seconds unless another page is. */
function useHeld(shown: ShownPage): ShownPage {
  const [held, setHeld] = useState(shown);
  const at = useRef(shown.moment.now);
  useEffect(() => {
    if (held.places === shown.places && Math.abs(shown.moment.now - at.current) < REFRESH_MS) {
      return;
    }
    at.current = shown.moment.now;
    setHeld(shown);
  }, [shown, held]);
  return held;
}
