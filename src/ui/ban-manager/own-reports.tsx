import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { useReplaying } from '../data/use-view.ts';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { RowsTable } from '../parts/rows-table.tsx';
import { useCall } from '../parts/use-call.ts';
import { formatMoment } from '../text/format.ts';
import { shownName } from '../text/player-name.ts';
import { Said } from './settle-dialog.tsx';

/** What the account said against bans, and what became of it; nothing where it said nothing. */
export function OwnReports() {
  const { t } = useTranslation('bans');
  const locale = useLocale();
  const replaying = useReplaying();
  const { answer } = useCall('ownBanReports', replaying ? null : {});
  if (answer === null || answer.reports.length === 0) return null;
  return (
    <Panel title={t('report.own')} padded={false}>
      <RowsTable
        rows={answer.reports}
        columns={[
          {
            label: t('report.ban'),
            of: ({ banlist_id, banlist, ban_id, ban_name }) => (
              <>
                <Link href={to.ban(banlist_id, ban_id)}>
                  <bdi>{ban_name === '' ? t('report.unnamed') : shownName(ban_name)}</bdi>
                </Link>{' '}
                <bdi className="soft">{banlist}</bdi>
              </>
            ),
          },
          { label: t('report.reason'), of: (report) => <Said {...report} />, className: 'why' },
          {
            label: t('report.at'),
            of: ({ created_at }) => formatMoment(created_at, locale),
            className: 'soft numeric',
          },
          { label: t('report.state'), of: ({ state }) => t(`report.states.${state}`) },
        ]}
        actions={() => null}
      />
    </Panel>
  );
}
