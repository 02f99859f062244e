import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { serverOf } from '../../domain/routes/find.ts';
import { to } from '../../domain/routes/routes.ts';
import { useSignalValue } from '../data/use-signal.ts';
import { useLocale } from '../parts/locale.ts';
import { toast } from '../parts/toasts.tsx';
import { usePageDeeds, type PageDeed } from '../shell/keys/page-deeds.ts';
import { formatCount } from '../text/format.ts';
import type { OpenReplay } from './connect.ts';
import { REPLAY_KEYS } from './keys.ts';
import type { Mark } from './marks.ts';
import { SPEEDS } from './speeds.ts';

export const DETAILS = ['what', 'find', 'marks'] as const;
export type Detail = (typeof DETAILS)[number];

/** What of a replay is not the recording's: what is chosen on the page. */
export interface TimeLineState {
  /** What is said of events, and marks of one's own, are shown. */
  readonly hasDetails: boolean;
  readonly speed: number;
  readonly marks: readonly Mark[];
  readonly onSpeed: (speed: number) => void;
  readonly onDetail: (detail: Detail) => void;
  readonly onMark: () => void;
  readonly onShare: () => void;
  /** Another recording. */
  readonly onOther: (() => void) | undefined;
}

/** Everything that the time line does, for the palette and the keys; none of it sends anything. */
export function useTimeLineDeeds(
  { controls, moment, recording }: OpenReplay,
  { hasDetails, speed, marks, onSpeed, onDetail, onMark, onShare, onOther }: TimeLineState,
): void {
  const { t } = useTranslation('replay');
  const locale = useLocale();
  const [path, navigate] = useLocation();
  const serverId = serverOf(path);
  const plays = useSignalValue(moment).speed !== null;
  const { events } = recording;
  const deeds = useMemo((): readonly PageDeed[] => {
    const next = (direction: 1 | -1, wanted: Parameters<typeof controls.next>[1]) =>
      controls
        .next(direction, wanted)
        .then((found) => (found ? undefined : toast(t('findEvent.none'), 'warn')), reportError);
    const alike = async () => {
      const now = await controls.event();
      if (now === null) await controls.step(1);
      else await next(1, { kind: `${now.line.source}/${now.line.event}`, serverId: null });
    };
    const deed = (name: keyof typeof WORDS, label: string, run: () => unknown, key?: string) => ({
      name,
      label,
      words: t(`words.${WORDS[name]}`),
      run: () => void run(),
      key,
    });
    return [
      deed(
        'play',
        t(plays ? 'pause' : 'play'),
        () => controls.play(plays ? null : speed),
        REPLAY_KEYS.play,
      ),
      deed('forward', t('forward'), () => controls.step(1), REPLAY_KEYS.forward),
      deed('back', t('back'), () => controls.step(-1), REPLAY_KEYS.back),
      deed('alike', t('alike'), () => void alike().catch(reportError)),
      ...(serverId === null
        ? []
        : [deed('here', t('nextHere'), () => next(1, { kind: null, serverId }))]),
      deed('toStart', t('toStart'), () => controls.seek(0)),
      deed('toEnd', t('toEnd'), () => controls.seek(events)),
      deed('share', t('share'), onShare),
      ...(hasDetails
        ? [
            deed('mark', t('mark'), onMark, REPLAY_KEYS.mark),
            ...DETAILS.map((name) => deed(name, t(`show.${name}`), () => onDetail(name))),
          ]
        : []),
      ...SPEEDS.map((value) => ({
        name: `speed ${value}`,
        label: t('speedAt', { speed: formatCount(value, locale) }),
        words: `${value}x`,
        run: () => {
          onSpeed(value);
          void controls.play(value);
        },
      })),
      ...marks.map(({ event, note }) => ({
        name: `mark ${event}`,
        label: note === '' ? t('goTo', { event }) : `${t('goTo', { event })}: ${note}`,
        words: t('words.marks'),
        run: () => void controls.seekEvent(event),
      })),
      ...(onOther === undefined ? [] : [deed('other', t('other'), onOther)]),
      deed('leave', t('leave'), () => navigate(`~${to.dashboard()}`)),
    ];
  }, [
    controls,
    events,
    hasDetails,
    locale,
    marks,
    navigate,
    onDetail,
    onMark,
    onOther,
    onShare,
    onSpeed,
    plays,
    serverId,
    speed,
    t,
  ]);
  usePageDeeds(
    useMemo(
      () => ({
        title: t('banner'),
        deeds,
        typed: (text) => {
          const event = /^#?(\d{1,15})$/.exec(text)?.[1];
          if (event === undefined) return [];
          const run = () => void controls.seekEvent(Number(event));
          return [{ name: 'event', label: t('goTo', { event: Number(event) }), run }];
        },
      }),
      [controls, deeds, t],
    ),
  );
}

/** Which words a deed is found by, beside its label. */
const WORDS = {
  play: 'play',
  forward: 'forward',
  back: 'back',
  alike: 'next',
  here: 'next',
  toStart: 'toStart',
  toEnd: 'toEnd',
  mark: 'mark',
  share: 'share',
  what: 'what',
  find: 'find',
  marks: 'marks',
  other: 'other',
  leave: 'leave',
} as const;
