import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { mayIn, missingIn, type BanList } from '../bans/known/ban-list.ts';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { CallError } from '../parts/call-error.tsx';
import { Loading } from '../parts/loading.tsx';
import { Panel } from '../parts/panel.tsx';
import { RowsTable } from '../parts/rows-table.tsx';
import { useCall } from '../parts/use-call.ts';
import { useDialog } from '../parts/use-dialog.ts';
import { shownName } from '../text/player-name.ts';
import { Missing } from './missing.tsx';
import { useReportColumns } from './report-columns.tsx';
import { SettleDialog } from './settle-dialog.tsx';

/** What people say against the bans of a list, and what they are answered. */
export function ReportsPanel({ list }: { readonly list: BanList }) {
  const { t } = useTranslation('bans');
  return mayIn(list, 'banlist.list') ? (
    <Reports list={list} />
  ) : (
    <Missing title={t('tab.reports')} list={list} permission="banlist.list" />
  );
}

function Reports({ list }: { readonly list: BanList }) {
  const { t } = useTranslation('bans');
  // What permissions are called stands there.
  useTranslation('groups');
  const reported = useReportColumns();
  const [dialog, open] = useDialog();
  const params = { banlist_id: list.id };
  // Another one is there, or one is settled: they are read again, and an answer that is typed stays.
  const { answer, error, reload } = useCall('banReports', { params }, list.reports);
  const commands = useCommands();
  const settles = mayIn(list, 'banlist.modify');
  return (
    <Panel title={t('tab.reports')} padded={false}>
      {settles ? null : <p className="soft ban-lines">{missingIn(list, ['banlist.modify'])}</p>}
      {error !== null ? (
        <CallError error={error} onRetry={reload} />
      ) : answer === null ? (
        <Loading lines={4} />
      ) : answer.reports.length === 0 ? (
        <p className="empty">{t('report.none')}</p>
      ) : (
        <RowsTable
          rows={answer.reports}
          columns={[
            {
              label: t('report.ban'),
              of: ({ ban_id, ban_name, ban_reason }) => (
                <>
                  <Link href={to.ban(list.id, ban_id)}>
                    <bdi>{ban_name === '' ? t('report.unnamed') : shownName(ban_name)}</bdi>
                  </Link>{' '}
                  <bdi className="soft">{ban_reason}</bdi>
                </>
              ),
            },
            ...reported,
            { label: t('report.state'), of: ({ state }) => t(`report.states.${state}`) },
          ]}
          actions={(report) =>
            settles && report.state === 'open' && list.deleting === null ? (
              <Button
                aria-label={t('report.answerOf', { name: shownName(report.ban_name) })}
                onClick={() =>
                  open((close) => (
                    <SettleDialog
                      report={report}
                      ask={(body) =>
                        commands.call('banReportSettle', {
                          params: { banlist_id: list.id, report_id: report.id },
                          body,
                        })
                      }
                      onDone={reload}
                      onClose={close}
                    />
                  ))
                }
              >
                {t('report.answer')}
              </Button>
            ) : null
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
