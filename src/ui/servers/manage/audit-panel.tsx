import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallAnswer, CommandError } from '../../../worker/contract.ts';
import { useCommands } from '../../data/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { CallError } from '../../parts/call-error.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Panel } from '../../parts/panel.tsx';
import type { Called } from '../../parts/use-call.ts';
import { AuditTable } from './audit-table.tsx';

type Page = CallAnswer<'serverAudit'>;

/** Who changed or did what, newest first; `newest` is the first page. */
export function AuditPanel({
  serverId,
  newest,
}: {
  readonly serverId: string;
  readonly newest: Called<'serverAudit'>;
}) {
  const { t } = useTranslation('serverPages');
  const commands = useCommands();
  // Older pages belong to the first page that they were asked after: a new one ends them.
  const [older, setOlder] = useState<{ readonly first: Page; readonly page: Page } | null>(null);
  const [error, setError] = useState<CommandError | null>(null);
  const [busy, setBusy] = useState(false);
  const first = newest.answer;
  const held = older !== null && older.first === first ? older.page : null;
  const rows = [...(first?.rows ?? []), ...(held?.rows ?? [])];

  const load = async () => {
    const before = rows.at(-1)?.id;
    if (first === null || before === undefined) return;
    setBusy(true);
    const outcome = await commands.call('serverAudit', {
      params: { server_id: serverId },
      query: { before },
    });
    setBusy(false);
    setError(outcome.ok ? null : outcome.error);
    if (!outcome.ok) return;
    const { value } = outcome;
    setOlder({ first, page: { ...value, rows: [...(held?.rows ?? []), ...value.rows] } });
  };

  return (
    <Panel
      title={t('audit.title')}
      padded={false}
      tools={
        <Button icon={<RotateCw />} onClick={newest.reload}>
          {t('audit.refresh')}
        </Button>
      }
    >
      {newest.error === null ? null : <CallError error={newest.error} onRetry={newest.reload} />}
      {first === null ? (
        newest.error === null ? (
          <Loading lines={4} />
        ) : null
      ) : rows.length === 0 ? (
        <p className="empty">{t('audit.empty')}</p>
      ) : (
        <AuditTable rows={rows} />
      )}
      {error === null ? null : <CallError error={error} onRetry={() => void load()} />}
      {(held ?? first)?.more === true ? (
        <Button kind="quiet" busy={busy} onClick={() => void load()}>
          {t('audit.older')}
        </Button>
      ) : null}
    </Panel>
  );
}
