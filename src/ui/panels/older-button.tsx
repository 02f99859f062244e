import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { useReplaying } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import type { useOlder } from './use-older.ts';

/** The way back at the top of a feed or console; where it ends here, the way to the logs. */
export function OlderButton({
  serverId,
  label,
  pages,
}: {
  readonly serverId: string;
  readonly label: string;
  readonly pages: ReturnType<typeof useOlder>;
}) {
  const { t } = useTranslation('serverDashboard');
  // What is older was not recorded.
  if (useReplaying()) return null;
  if (pages.more) {
    return (
      <Button kind="quiet" busy={pages.busy} onClick={() => void pages.older()}>
        {label}
      </Button>
    );
  }
  if (!pages.beyond) return null;
  return (
    <p className="soft">
      <Link href={to.server(serverId, 'logs-server')}>{t('inLogs')}</Link>
    </p>
  );
}
