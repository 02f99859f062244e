import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { SERVER_STATUS, type ServerStatusName } from '../../../protocol/enumerations.ts';
import { useSignalValue } from '../../data/use-signal.ts';
import { useLocale } from '../../parts/locale.ts';
import { shownTheme } from '../../parts/theme.ts';
import { formatAge, formatCount, formatHour } from '../../text/format.ts';
import { restartText } from '../../text/restart-text.ts';
import type { WallPainter } from './canvas/painter.ts';
import { face, readColours } from './canvas/style.ts';

/** Gives a painter the colours of the theme and the words of the language, and the faces once they are there. */
export function useWallStyle(painter: WallPainter | null): void {
  const { t } = useTranslation('wall');
  const { t: server } = useTranslation('server');
  const theme = useSignalValue(shownTheme);
  const locale = useLocale();
  useEffect(() => {
    if (painter === null) return;
    const status = Object.fromEntries(
      SERVER_STATUS.map((name) => [name, t(`status.${name}`, { ns: 'server' })]),
    ) as Record<ServerStatusName, string>;
    painter.style({
      colours: readColours(document.documentElement),
      texts: {
        status,
        count: (value) => formatCount(value, locale),
        age: (ms) => formatAge(ms / 1_000, locale),
        old: (ms) => t('old', { time: formatAge(ms / 1_000, locale) }),
        hour: (at) => formatHour(at, locale),
        lastDay: t('lastDay'),
        restartIn: (ms) => restartText(ms, locale, server),
        restartUnknown: server('restart.unknown'),
      },
    });
  }, [painter, theme, locale, t, server]);
  useEffect(() => {
    if (painter === null) return;
    let wanted = true;
    const faces = ([400, 500, 600] as const).map((weight) => document.fonts.load(face(20, weight)));
    Promise.all(faces)
      .then(() => (wanted ? painter.redraw() : undefined))
      .catch(reportError);
    return () => {
      wanted = false;
    };
  }, [painter]);
}
