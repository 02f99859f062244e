import { useTranslation } from 'react-i18next';
import type { CallAnswer } from '../../../worker/contract.ts';
import { mayIn, type BanList } from '../../bans/known/ban-list.ts';
import { useOne } from '../../data/use-view.ts';
import { AccountName } from '../../parts/accounts/account-name.tsx';
import { Button } from '../../parts/button.tsx';
import { CallError } from '../../parts/call-error.tsx';
import { useLocale } from '../../parts/locale.ts';
import { Panel } from '../../parts/panel.tsx';
import { Question } from '../../parts/question.tsx';
import { useCall } from '../../parts/use-call.ts';
import { useDialog } from '../../parts/use-dialog.ts';
import { usePaced } from '../../parts/use-paced.ts';
import { formatMoment } from '../../text/format.ts';
import type { useUndo } from './use-undo.ts';

type Imported = CallAnswer<'banImports'>['imports'][number];

const ACCOUNT = ['muster_id'] as const;
/** A file that is read comes in parts, each of which is told. */
const PACE_MS = 2_000;

/** Files that were imported of late, each with the way back. */
export function RecentImports({
  list,
  undo,
}: {
  readonly list: BanList;
  readonly undo: ReturnType<typeof useUndo>;
}) {
  const { t } = useTranslation('banImport');
  const locale = useLocale();
  const [dialog, open] = useDialog();
  const me = useOne({ view: 'account' }, ACCOUNT).row?.muster_id;
  const params = { banlist_id: list.id };
  const reads = mayIn(list, 'banlist.list');
  // What is imported, or taken back, here or elsewhere, changes how many bans the list has.
  const version = usePaced(list.entries, PACE_MS);
  const { answer, error, reload } = useCall('banImports', reads ? { params } : null, version);
  if (error !== null) return <CallError error={error} onRetry={reload} />;
  if (answer === null || answer.imports.length === 0) return null;
  const may = ({ account_id }: Imported) =>
    mayIn(list, 'banlist.remove') || (account_id === me && mayIn(list, 'banlist.remove-own'));
  return (
    <Panel title={t('recent')}>
      <ul className="stack">
        {answer.imports.map((one) => {
          const moment = formatMoment(one.at, locale);
          return (
            <li key={one.id}>
              <span>{t('recentLine', { moment, count: one.added })}</span>{' '}
              <AccountName serverId={null} id={one.account_id} name={one.account_name} />{' '}
              {may(one) && undo.state === null ? (
                <Button
                  kind="quiet"
                  aria-label={t('takeBackOf', { moment })}
                  onClick={() =>
                    open((close) => (
                      <Question
                        title={t('takeBackAsked', { moment })}
                        yes={t('takeBackYes', { count: one.left })}
                        danger
                        onClose={close}
                        onYes={() => {
                          close();
                          undo.begin({ importId: one.id, total: one.left, removed: 0, kept: 0 });
                        }}
                      >
                        <p>{t('takeBackSays')}</p>
                      </Question>
                    ))
                  }
                >
                  {t('takeBack')}
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
      {dialog}
    </Panel>
  );
}
