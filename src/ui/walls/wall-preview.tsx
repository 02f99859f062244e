import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { followedSource } from '../../domain/walls/scene-servers.ts';
import type { DayRow, HistoryRow } from '../../domain/rows.ts';
import type { WallDefinition } from '../../protocol/walls/fields.ts';
import { clock } from '../data/clock.ts';
import { hostTime } from '../data/host-clock.ts';
import { usePackedView } from '../data/packed-view.ts';
import { useConnectionKind } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { WallPainter } from './screen/canvas/painter.ts';
import { SceneDays } from './screen/scene-days.tsx';
import { SingleHistory } from './screen/single-history.tsx';
import { nextFrame } from './screen/next-frame.ts';
import { useWallStyle } from './screen/use-wall-style.ts';
import { WallModel } from './screen/wall-model.ts';

/** A television's: what is read there is seen here, only smaller. */
const TELEVISION = { width: 1_920, height: 1_080, ratio: 1 };
const TICK_MS = 1_000;

/** The wall as it will be, with its servers as they are now; a page at a time. */
export function WallPreview({ wall }: { readonly wall: WallDefinition }) {
  const { t } = useTranslation('walls');
  const live = useConnectionKind() === 'live';
  const servers = usePackedView({
    view: 'wall',
    sources: wall.scenes.map(({ source }) => followedSource(source)),
  });
  const canvas = useRef<HTMLCanvasElement>(null);
  const [model] = useState(() => new WallModel(wall, TELEVISION, servers.rows));
  const [painter, setPainter] = useState<WallPainter | null>(null);
  const [stop, setStop] = useState(0);
  const [pages, setPages] = useState(1);
  const [page, setPage] = useState<ReturnType<WallModel['page']>>(null);
  const count = page?.layout.count ?? 0;
  const shown = Math.min(stop, pages - 1);
  useWallStyle(painter);

  useEffect(() => {
    if (canvas.current === null) return;
    const drawing = new WallPainter(canvas.current, { nextFrame });
    drawing.resize(TELEVISION.width, TELEVISION.height, TELEVISION.ratio);
    setPainter(drawing);
    return () => drawing.close();
  }, []);
  useEffect(() => {
    if (painter === null) return;
    const show = () => {
      const now = hostTime(clock.peek());
      painter.moment({ live, live_at: live ? now : null, now });
      const next = model.page(shown);
      setPages(model.stops.length);
      setPage(next);
      if (next !== null) painter.show(next);
    };
    const stops = [
      servers.revision.subscribe((told) => {
        if (told === 0) return;
        const change = model.receive();
        if (change.membership) show();
        else painter.touched(change.places);
      }),
    ];
    model.change(wall);
    show();
    const timer = setInterval(() => {
      if (model.tick(clock.peek())) show();
      const now = hostTime(clock.peek());
      painter.moment({ live, live_at: live ? now : null, now });
    }, TICK_MS);
    stops.push(() => clearInterval(timer));
    return () => {
      for (const end of stops) end();
    };
  }, [painter, model, servers, wall, live, shown]);

  const onDays = useCallback(
    (rows: readonly DayRow[]) => {
      keep(model, { days: rows });
      painter?.redraw();
    },
    [model, painter],
  );
  const onHistory = useCallback(
    (row: HistoryRow | null) => {
      keep(model, { history: row });
      painter?.redraw();
    },
    [model, painter],
  );

  return (
    <section className="wall-preview" aria-label={t('preview.title')}>
      <header>
        <h2>{t('preview.title')}</h2>
        <span className="soft numeric" aria-live="polite">
          {count === 0
            ? t('preview.nothing')
            : t('preview.shown', { title: page?.scene.title ?? '', count })}
        </span>
        {pages > 1 ? (
          <span className="actions">
            <Button
              kind="quiet"
              icon={<ChevronLeft />}
              aria-label={t('preview.previous')}
              onClick={() => setStop((shown + pages - 1) % pages)}
            />
            <span className="numeric">
              {shown + 1}/{pages}
            </span>
            <Button
              kind="quiet"
              icon={<ChevronRight />}
              aria-label={t('preview.next')}
              onClick={() => setStop((shown + 1) % pages)}
            />
          </span>
        ) : null}
      </header>
      <canvas ref={canvas} aria-hidden="true" />
      {page === null ? null : <SceneDays shown={page} past={false} onDays={onDays} />}
      {page?.layout.kind === 'single' && page.places.length === 1 ? (
        <SingleHistory serverId={page.rows.id(page.places[0] ?? 0)} onHistory={onHistory} />
      ) : null}
    </section>
  );
}

/** What the host keeps of the servers' last day. */
function keep(model: WallModel, kept: Partial<Pick<WallModel, 'days' | 'history'>>): void {
  Object.assign(model, kept);
}
