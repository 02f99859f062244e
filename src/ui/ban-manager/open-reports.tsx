import { useTranslation } from 'react-i18next';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { CallError } from '../parts/call-error.tsx';
import { Loading } from '../parts/loading.tsx';
import { Panel } from '../parts/panel.tsx';
import { RowsTable } from '../parts/rows-table.tsx';
import { useCall } from '../parts/use-call.ts';
import { useDialog } from '../parts/use-dialog.ts';
import { shownName } from '../text/player-name.ts';
import { useReportColumns } from './report-columns.tsx';
import { SettleDialog } from './settle-dialog.tsx';

/** For staff: the reports of all ban lists that wait for an answer. */
export function OpenReports() {
  const { t } = useTranslation('bans');
  const reported = useReportColumns();
  const commands = useCommands();
  const [dialog, open] = useDialog();
  const { answer, error, reload } = useCall('banReportReviews', {});
  return (
    <Panel title={t('reviews.openReports')} padded={false}>
      <p className="soft ban-lines">{t('reviews.openReportsSay')}</p>
      {error !== null ? (
        <CallError error={error} onRetry={reload} />
      ) : answer === null ? (
        <Loading lines={4} />
      ) : answer.reports.length === 0 ? (
        <p className="empty">{t('reviews.openReportsNone')}</p>
      ) : (
        <RowsTable
          rows={answer.reports}
          columns={[
            { label: t('reviews.name'), of: ({ banlist }) => <bdi>{banlist}</bdi> },
            {
              label: t('report.ban'),
              of: ({ ban_name, ban_reason }) => (
                <>
                  <bdi>{ban_name === '' ? t('report.unnamed') : shownName(ban_name)}</bdi>{' '}
                  <bdi className="soft">{ban_reason}</bdi>
                </>
              ),
            },
            ...reported,
          ]}
          actions={(report) =>
            report.own ? (
              <span className="soft">{t('reviews.ownReport')}</span>
            ) : (
              <Button
                aria-label={t('report.answerOf', { name: shownName(report.ban_name) })}
                onClick={() =>
                  open((close) => (
                    <SettleDialog
                      report={report}
                      ask={(body) =>
                        commands.call('banReportReview', { params: { report_id: report.id }, body })
                      }
                      onDone={reload}
                      onClose={close}
                    />
                  ))
                }
              >
                {t('report.answer')}
              </Button>
            )
          }
        />
      )}
      {answer === null || answer.more === 0 ? null : (
        <p className="soft ban-lines">{t('report.more', { count: answer.more })}</p>
      )}
      {dialog}
    </Panel>
  );
}
