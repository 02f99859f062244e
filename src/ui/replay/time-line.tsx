import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearch } from 'wouter';
import { useSignalValue } from '../data/use-signal.ts';
import { Button } from '../parts/button.tsx';
import { copyText } from '../parts/copy-text.ts';
import { toast } from '../parts/toasts.tsx';
import { writeMoment } from './address.ts';
import type { OpenReplay } from './connect.ts';
import { EventPanel } from './event-panel.tsx';
import { FindPanel } from './find-panel.tsx';
import { MarksPanel } from './marks-panel.tsx';
import { marksOf, MOST_MARKS } from './marks.ts';
import { Scrubber } from './scrubber.tsx';
import { Transport } from './transport.tsx';
import { DETAILS, useTimeLineDeeds, type Detail } from './use-time-line-deeds.ts';

/** The time line under every screen: where the replay stands, what moves it, and what is there. */
export function TimeLine({
  replay,
  onOther,
  hasAddress,
}: {
  readonly replay: OpenReplay;
  readonly onOther: (() => void) | undefined;
  /** The address says where a recording stands; whatever else has one of its own also says what can be done with it. */
  readonly hasAddress: boolean;
}) {
  const { t } = useTranslation('replay');
  const [speed, setSpeed] = useState(1);
  const [detail, setDetail] = useState<Detail | null>(null);
  const [marks] = useState(() => marksOf(replay.recording.fingerprint));
  const marked = useSignalValue(marks.list);
  useMomentAddress(replay, hasAddress);
  const { controls, moment } = replay;
  const onMark = useCallback(() => {
    const { seq, at } = moment.peek();
    if (at === null) return;
    const event = seq ?? 0;
    const note = marks.list.peek().find((one) => one.event === event)?.note ?? '';
    if (marks.put({ event, at, note })) toast(t('marked'));
    else {
      setDetail('marks');
      toast(t('marksFull', { count: MOST_MARKS }), 'warn');
    }
  }, [marks, moment, t]);
  const onShare = useCallback(() => {
    copyText(location.href).then(
      () => toast(t('shared')),
      () => toast(t('shareFailed'), 'bad'),
    );
  }, [t]);
  const onSpeed = useCallback(
    (next: number) => {
      setSpeed(next);
      if (moment.peek().speed !== null) void controls.play(next);
    },
    [controls, moment],
  );
  useTimeLineDeeds(replay, {
    hasDetails: hasAddress,
    speed,
    marks: marked,
    onSpeed,
    onDetail: setDetail,
    onMark,
    onShare,
    onOther,
  });
  return (
    <section className="replay-line" aria-label={t('region')}>
      {detail === null ? null : (
        <div className="replay-detail" id="replay-detail">
          {detail === 'what' ? <EventPanel replay={replay} /> : null}
          {detail === 'find' ? <FindPanel replay={replay} /> : null}
          {detail === 'marks' ? <MarksPanel replay={replay} marks={marks} /> : null}
        </div>
      )}
      <Scrubber replay={replay} marks={marked} />
      <div className="replay-tools">
        <Transport replay={replay} speed={speed} onSpeed={onSpeed} />
        {hasAddress ? (
          <div className="replay-details">
            {DETAILS.map((name) => (
              <Button
                key={name}
                kind="quiet"
                aria-expanded={detail === name}
                aria-controls="replay-detail"
                onClick={() => setDetail(detail === name ? null : name)}
              >
                {t(name)}
              </Button>
            ))}
            <Button kind="quiet" onClick={onMark}>
              {t('mark')}
            </Button>
            <Button kind="quiet" onClick={onShare}>
              {t('share')}
            </Button>
          </div>
        ) : null}
      </div>
    </section>
  );
}

/** Keeps in the address where the replay stands, on whichever screen; while it plays, where it began to. */
function useMomentAddress({ moment, recording }: OpenReplay, hasAddress: boolean): void {
  const { seq, speed } = useSignalValue(moment);
  const [path] = useLocation();
  const search = useSearch();
  useEffect(() => {
    if (speed !== null || !hasAddress) return;
    const hash = writeMoment({ recording: recording.fingerprint, event: seq ?? 0 });
    if (hash === location.hash) return;
    history.replaceState(history.state, '', location.pathname + location.search + hash);
  }, [recording, seq, speed, path, search, hasAddress]);
}
