import { useTranslation } from 'react-i18next';
import { useOne, useReplaying } from '../data/use-view.ts';
import { Loading } from '../frame/loading.tsx';

/** In place of lines where there are none: they are on their way, cannot come, or there are none. */
export function NoLines({ told, text }: { readonly told: boolean; readonly text: string }) {
  const { t } = useTranslation('serverDashboard');
  const link = useOne({ view: 'link' }).row?.connection.kind;
  const replaying = useReplaying();
  if (told) return <p className="soft">{text}</p>;
  if (link === 'lost' || link === 'refused') return <p className="soft">{t('linesLost')}</p>;
  if (replaying) return <p className="soft">{t('notRecorded')}</p>;
  return <Loading lines={4} />;
}
