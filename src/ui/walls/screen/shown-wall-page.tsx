import { signal } from '@preact/signals-react';
import { useCallback, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { DayRow, HistoryRow } from '../../../domain/rows.ts';
import { useSignalValue } from '../../data/use-signal.ts';
import { useOne } from '../../data/use-view.ts';
import { SceneDays } from './scene-days.tsx';
import { SingleHistory } from './single-history.tsx';
import { WallHead } from './wall-head.tsx';
import type { ShownPage, WallStage } from './wall-stage.ts';
import { WallTable } from './wall-table.tsx';

const NOTHING = signal<ShownPage | null>(null);

/** The canvas, and what says the same in words: all that is rendered again when somebody comes or goes. */
export function ShownWallPage({
  stage,
  canvas,
  name,
  table,
  past,
}: {
  readonly stage: WallStage | null;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly name: string;
  readonly table: boolean;
  /** A moment of the past is looked at. */
  readonly past: boolean;
}) {
  const { t } = useTranslation('wall');
  const shown = useSignalValue(stage?.shown ?? NOTHING);
  const onDays = useCallback((rows: readonly DayRow[]) => stage?.days(rows), [stage]);
  const onHistory = useCallback((row: HistoryRow | null) => stage?.history(row), [stage]);
  return (
    <>
      <canvas
        ref={canvas}
        role="img"
        aria-label={
          shown === null
            ? t('loading')
            : t('picture', {
                title: shown.title,
                servers: t('servers', { count: shown.sums.servers }),
                players: t('playersOn', { count: shown.sums.players }),
              })
        }
      />
      {shown === null ? (
        <p className="wall-empty">{t('loading')}</p>
      ) : (
        <>
          <WallHead shown={shown} name={name} />
          {shown.places.length === 0 ? <EmptyScene /> : null}
          <WallTable shown={shown} visible={table} />
          <SceneDays shown={shown} past={past} onDays={onDays} />
          {shown.layout.kind === 'single' && shown.places.length === 1 ? (
            <SingleHistory serverId={shown.rows.id(shown.places[0] ?? 0)} onHistory={onHistory} />
          ) : null}
        </>
      )}
    </>
  );
}

/** In the place of a picture without servers: there are none, or none has been heard of yet. */
function EmptyScene() {
  const { t } = useTranslation('wall');
  const { row: account } = useOne({ view: 'account' });
  const { row: totals } = useOne({ view: 'totals' });
  const waits = Object.keys(account?.servers ?? {}).length > 0 && (totals?.servers ?? 0) === 0;
  return <p className="wall-empty">{t(waits ? 'loading' : 'empty')}</p>;
}
