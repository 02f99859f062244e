import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignalValue } from '../data/use-signal.ts';
import { useLocale } from '../parts/locale.ts';
import { formatCount, formatMoment } from '../text/format.ts';
import type { OpenReplay } from './connect.ts';
import type { Mark } from './marks.ts';

const HEIGHT = 24;
/** Of the span, what PageUp and PageDown move. */
const PAGE = 0.05;

/** The span of the recording: how much happened when, what is marked, and a slider to any moment of it. */
export function Scrubber({
  replay: { controls, moment, recording },
  marks,
}: {
  readonly replay: OpenReplay;
  readonly marks: readonly Mark[];
}) {
  const { t } = useTranslation('replay');
  const locale = useLocale();
  const { at, position } = useSignalValue(moment);
  const [dragged, setDragged] = useState<number | null>(null);
  const seek = useLatest((to: number) => controls.seekMoment(to));
  const { span, events, density } = recording;
  if (span === null) return null;
  const { from, to } = span;
  const most = Math.max(1, ...density);
  const shown = dragged ?? Math.min(Math.max(at ?? from, from), to);
  const scrub = (value: number) => {
    setDragged(value);
    void seek(value).then((settled) => (settled ? setDragged(null) : undefined));
  };
  const keys: Readonly<Record<string, () => unknown>> = {
    ArrowLeft: () => controls.step(-1),
    ArrowDown: () => controls.step(-1),
    ArrowRight: () => controls.step(1),
    ArrowUp: () => controls.step(1),
    PageDown: () => controls.seekMoment(shown - PAGE * (to - from)),
    PageUp: () => controls.seekMoment(shown + PAGE * (to - from)),
    Home: () => controls.seek(0),
    End: () => controls.seek(events),
  };
  return (
    <div className="replay-scrubber">
      <svg
        viewBox={`0 0 ${density.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {density.map((count, part) => {
          // By the root: an hour with one busy minute shows the others too.
          const height = count === 0 ? 0 : Math.max(1, Math.sqrt(count / most) * HEIGHT);
          return <rect key={part} x={part} y={HEIGHT - height} width={1} height={height} />;
        })}
        {marks.map((mark) => (
          <rect
            key={mark.event}
            className="mark"
            x={((mark.at - from) / Math.max(1, to - from)) * (density.length - 1)}
            y={0}
            width={1}
            height={HEIGHT}
          />
        ))}
      </svg>
      <input
        type="range"
        aria-label={t('position')}
        aria-valuetext={t('positionText', {
          moment: position === 0 || at === null ? t('before') : formatMoment(at, locale),
          event: formatCount(position, locale),
          events: formatCount(events, locale),
        })}
        min={from}
        max={Math.max(to, from + 1)}
        step={1}
        value={shown}
        onChange={(event) => scrub(event.target.valueAsNumber)}
        onKeyDown={(event) => {
          const move = event.altKey || event.ctrlKey || event.metaKey ? undefined : keys[event.key];
          if (move === undefined) return;
          event.preventDefault();
          void move();
        }}
      />
    </div>
  );
}

/** Asks one at a time, and of those that wait in the meantime the newest; answers whether none waits. */
function useLatest<T>(ask: (value: T) => Promise<unknown>): (value: T) => Promise<boolean> {
  const busy = useRef(false);
  const waiting = useRef<T[]>([]);
  return async (value) => {
    waiting.current = [value];
    if (busy.current) return false;
    busy.current = true;
    try {
      for (let next = waiting.current.pop(); next !== undefined; next = waiting.current.pop()) {
        await ask(next);
      }
    } finally {
      busy.current = false;
    }
    return true;
  };
}
