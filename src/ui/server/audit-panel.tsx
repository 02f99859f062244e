import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallAnswer, CommandError } from '../../worker/contract.ts';
import { useCommands } from '../data/use-view.ts';
import { Loading } from '../frame/loading.tsx';
import { Button } from '../parts/button.tsx';
import { CallError } from '../parts/call-error.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { formatMoment } from '../text/format.ts';

type Row = CallAnswer<'serverAudit'>['rows'][number];

/** Who changed or did what, newest first. */
export function AuditPanel({ serverId }: { readonly serverId: string }) {
  const { t } = useTranslation('serverPages');
  const commands = useCommands();
  const locale = useLocale();
  const [rows, setRows] = useState<readonly Row[] | null>(null);
  const [more, setMore] = useState(false);
  const [error, setError] = useState<CommandError | null>(null);
  const load = useCallback(
    async (before: number | undefined) => {
      const outcome = await commands.call('serverAudit', {
        params: { server_id: serverId },
        query: before === undefined ? {} : { before },
      });
      setError(outcome.ok ? null : outcome.error);
      if (!outcome.ok) return;
      const { value } = outcome;
      setRows((held) => (before === undefined ? value.rows : [...(held ?? []), ...value.rows]));
      setMore(value.more);
    },
    [commands, serverId],
  );
  useEffect(() => void load(undefined), [load]);
  return (
    <Panel title={t('audit.title')} padded={false}>
      {error === null ? null : (
        <CallError error={error} onRetry={() => void load(rows?.at(-1)?.id)} />
      )}
      {rows === null ? (
        error === null ? (
          <Loading lines={4} />
        ) : null
      ) : rows.length === 0 ? (
        <p className="empty">{t('audit.empty')}</p>
      ) : (
        <div
          className="table-scroller audit"
          tabIndex={0}
          role="group"
          aria-label={t('audit.title')}
        >
          <table className="server-table">
            <thead>
              <tr>
                {(['when', 'who', 'what', 'detail'] as const).map((name) => (
                  <th key={name} scope="col" className="plain">
                    {t(`audit.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <td className="numeric">{formatMoment(row.at, locale)}</td>
                  <td>{row.actor?.display_name ?? t('audit.system')}</td>
                  <td className="mono">{row.action}</td>
                  <td className="mono detail">{describeDetail(row.detail)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {more ? (
        <Button kind="quiet" onClick={() => void load(rows?.at(-1)?.id)}>
          {t('audit.older')}
        </Button>
      ) : null}
    </Panel>
  );
}

function describeDetail(detail: Row['detail']): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ');
}
