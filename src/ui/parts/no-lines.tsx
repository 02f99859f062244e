import { useTranslation } from 'react-i18next';
import type { ResourceName } from '../../protocol/resources/registry.ts';
import type { ServerStream } from '../../protocol/streams.ts';
import type { Whose } from '../data/rows-query.ts';
import { isStreamOf } from '../data/use-resource.ts';
import { useOne, useReplaying } from '../data/use-view.ts';
import { Loading } from './loading.tsx';

/** What of the link says why nothing comes. */
const ASKED = ['connection', 'refused'] as const;

/** In place of lines where there are none: they are on their way, cannot come, or there are none. */
export function NoLines({
  serverId,
  topic,
  told = false,
  text = '',
}: {
  /** Of a group by its own id, and null: of what the account has for itself. */
  readonly serverId: Whose;
  readonly topic: ServerStream | ResourceName;
  /** Whether the host has told anything of them. */
  readonly told?: boolean;
  /** What to say then where there are none. */
  readonly text?: string;
}) {
  const { t } = useTranslation('serverDashboard');
  const { connection, refused } = useOne({ view: 'link' }, ASKED).row ?? {};
  const replaying = useReplaying();
  if (told) return <p className="soft">{text}</p>;
  if (connection?.kind === 'lost' || connection?.kind === 'refused') {
    return <p className="soft">{t('linesLost')}</p>;
  }
  if (refused?.some((stream) => isStreamOf(stream, serverId, topic)) === true) {
    return <p className="soft">{t('linesRefused')}</p>;
  }
  if (replaying) return <p className="soft">{t('notRecorded')}</p>;
  return <Loading lines={4} />;
}
