import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOne } from '../data/use-view.ts';
import { Loading } from '../parts/loading.tsx';
import { Notice } from '../parts/notice.tsx';

/** A server's screen stays open where the recording does not know the server yet, or no more. */
export function KnownServer({
  serverId,
  children,
}: {
  readonly serverId: string;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('replay');
  const { ready, row } = useOne({ view: 'server', server_id: serverId });
  if (row !== undefined) return children;
  return ready ? <Notice tone="warn">{t('unknownServer')}</Notice> : <Loading lines={10} />;
}
