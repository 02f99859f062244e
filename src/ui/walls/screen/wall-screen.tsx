import './wall.css';
import './unattended/unattended.css';
import { computed } from '@preact/signals-react';
import { Maximize, Table2 } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { WallPicture } from '../../../domain/walls/packed-picture.ts';
import { followedSource } from '../../../domain/walls/scene-servers.ts';
import { aheadOfHost } from '../../data/host-clock.ts';
import { useSignalValue } from '../../data/use-signal.ts';
import { usePackedView } from '../../data/packed-view.ts';
import { Button } from '../../parts/button.tsx';
import { useTitle } from '../../parts/title.ts';
import { placeOf, shortcutsOn } from '../../shell/keys/shortcuts.ts';
import { WallPainter } from './canvas/painter.ts';
import { nextFrame } from './next-frame.ts';
import { ShownWallPage } from './shown-wall-page.tsx';
import { CareNotes } from './unattended/care-notes.tsx';
import { Drifting } from './unattended/drifting.tsx';
import { IncidentStrip } from './unattended/incident-strip.tsx';
import { OutageBar } from './unattended/outage-bar.tsx';
import { PastBar } from './unattended/past-bar.tsx';
import { useUnattended } from './unattended/use-unattended.ts';
import { useWallKeys } from './unattended/use-wall-keys.ts';
import { WallControls } from './unattended/wall-controls.tsx';
import { useTouched } from './use-touched.ts';
import { useWallStyle } from './use-wall-style.ts';
import { WallModel, type ShownWall } from './wall-model.ts';
import { WallStage } from './wall-stage.ts';

/** What a wall looks out for: servers that are down, and queues that grow by so many. */
const RULES = { down: true, queue: 10 };

/** Until its room is measured. */
const FIRST_SIZE = { width: 1_280, height: 720, ratio: 1 };

/**
 * A wall on the whole window: its scenes in turn, drawn on a canvas, with the same as a table beside it.
 * `leave`: how to go from here, in the portal; a display has nowhere to go.
 */
export function WallScreen({
  wall,
  leave,
}: {
  readonly wall: ShownWall;
  readonly leave?: ReactNode;
}) {
  const { t } = useTranslation('wall');
  useTitle(wall.name);
  const servers = usePackedView({
    view: 'wall',
    sources: wall.scenes.map(({ source }) => followedSource(source)),
  });
  const [model] = useState(() => new WallModel(wall, FIRST_SIZE, servers.rows));
  const care = useUnattended<WallPicture>({
    servers: () => model.servers(aheadOfHost()),
    picture: () => model.picture(),
    turns: model,
    rules: RULES,
    sound: wall.sound,
  });
  const { watch } = care;
  useWallKeys(watch);
  const [stage, setStage] = useState<WallStage | null>(null);
  const [painter, setPainter] = useState<WallPainter | null>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const room = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLElement>(null);
  const [table, setTable] = useState(false);
  const touched = useTouched(root);

  useEffect(() => {
    const element = canvas.current;
    const around = room.current;
    const all = root.current;
    if (element === null || around === null || all === null) return;
    const drawing = new WallPainter(element, { nextFrame });
    const made = new WallStage(model, drawing, watch);
    setPainter(drawing);
    setStage(made);
    const stop = made.start(servers);
    const watcher = new ResizeObserver(() => {
      const { width, height } = around.getBoundingClientRect();
      if (width === 0 || height === 0) return;
      made.resize({ width, height, ratio: devicePixelRatio, whole: all.clientHeight });
    });
    watcher.observe(around);
    return () => {
      watcher.disconnect();
      stop();
      drawing.close();
    };
  }, [model, watch, servers]);
  useWallStyle(painter);
  useEffect(() => stage?.change(wall), [stage, wall]);

  const several = useMemo(() => computed(() => (stage?.shown.value?.pages ?? 1) > 1), [stage]);
  const turns = useSignalValue(several);
  const past = useSignalValue(watch.rewound) !== null;
  const switchTable = useCallback(() => setTable((on) => !on), []);
  useLetters(switchTable);
  return (
    <main
      className="wall"
      ref={root}
      aria-label={wall.name}
      data-wall-past={past}
      data-wall-touched={touched}
    >
      <Drifting now={watch.now}>
        <IncidentStrip watch={watch} nameOf={(id) => model.nameOf(id)} />
        <OutageBar watch={watch} reloader={care.reloader} />
        <PastBar watch={watch} />
        <CareNotes care={care} />
        <div className="wall-stage" ref={room}>
          <ShownWallPage stage={stage} canvas={canvas} name={wall.name} table={table} past={past} />
        </div>
      </Drifting>
      <WallControls watch={watch} turns={turns} />
      <div className="wall-more" role="toolbar" aria-label={t('table.title')}>
        <Button
          icon={<Table2 />}
          aria-label={t('table.show')}
          title={t('table.show')}
          aria-pressed={table}
          onClick={switchTable}
        />
        <Button
          icon={<Maximize />}
          aria-label={t('fullscreen')}
          title={t('fullscreen')}
          onClick={() => void fillScreen()}
        />
        {leave}
      </div>
    </main>
  );
}

/** The whole page: palette and help stand beside the wall in it. */
async function fillScreen(): Promise<void> {
  try {
    if (document.fullscreenElement === null) await document.documentElement.requestFullscreen();
    else await document.exitFullscreen();
  } catch (error) {
    console.warn('The wall cannot fill the screen here.', error);
  }
}

/** T shows the table, F fills the screen; where single keys are not switched off. */
function useLetters(switchTable: () => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!plain || event.defaultPrevented || !shortcutsOn.peek()) return;
      if (placeOf(event.target) !== 'page') return;
      if (event.key === 't') switchTable();
      else if (event.key === 'f') void fillScreen();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [switchTable]);
}
