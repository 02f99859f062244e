import '../../actions/many.css';
import {
  CalendarPlus,
  Lock,
  LockOpen,
  MessageSquare,
  MessageSquarePlus,
  RotateCw,
  SquareTerminal,
  X,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerFilter } from '../../../domain/queries.ts';
import { may } from '../../../domain/permissions.ts';
import type { AccountRow } from '../../../domain/rows.ts';
import { useSignalValue } from '../../data/use-signal.ts';
import { useDataConnection, useOne } from '../../data/use-view.ts';
import { JobDialog } from '../../schedules/job-dialog.tsx';
import { MessageDialog } from '../../schedules/message-dialog.tsx';
import { Button } from '../../parts/button.tsx';
import { mayAsk } from '../../actions/why-not.ts';
import { CHOSEN_BAR } from '../../actions/choose-cell.tsx';
import { chosenOf } from '../../actions/chosen.ts';
import { useListed } from '../../actions/use-listed.ts';
import { SEND_ACTION, type SendKind } from '../../actions/kinds.ts';
import { ManyQuestion } from '../../actions/many-question.tsx';
import { ManyResults, Summary } from '../../actions/many-results.tsx';
import { runOf, type Deed } from '../../actions/run.ts';

/** In the order in which they are asked for most. */
const KINDS = [
  ['announce', MessageSquare],
  ['restart', RotateCw],
  ['lock', Lock],
  ['unlock', LockOpen],
  ['command', SquareTerminal],
] as const;

/** How many servers are chosen, what can be done with them, and what became of what was done last. */
export function ChosenBar({
  filter,
}: {
  /** How the list is filtered that they are chosen in. */
  readonly filter: ServerFilter;
}) {
  const { t } = useTranslation('many');
  const connection = useDataConnection();
  const chosen = chosenOf(connection);
  const run = runOf(connection);
  const all = useSignalValue(chosen.ids);
  const rows = useSignalValue(run.rows);
  const account = useOne({ view: 'account' }).row;
  const unlisted = all.size - useListed(all, filter);
  const [open, setOpen] = useState<SendKind | 'schedule' | 'repeat' | 'results' | null>(null);
  if (account === undefined) return null;
  const ids = [...all].filter((id) => Object.hasOwn(account.servers, id));
  const why = run.busy ? 'chosen-busy' : undefined;
  const close = () => setOpen(null);
  const begin = (deed: Deed, able: readonly string[]) => {
    void run.send(able, deed);
    setOpen('results');
    return true;
  };
  return (
    <section id={CHOSEN_BAR} className="chosen-bar" aria-label={t('title')}>
      {ids.length === 0 ? null : (
        <>
          <strong role="status">
            {t('count', { count: ids.length })}
            {unlisted > 0 ? t('unlisted', { count: unlisted }) : null}
          </strong>
          <span className="chosen-kinds">
            {KINDS.filter(([kind]) => isOffered(account, ids, kind)).map(([kind, Icon]) => (
              <Button key={kind} icon={<Icon />} why={why} onClick={() => setOpen(kind)}>
                {t(`act.${kind}`)}
              </Button>
            ))}
            {ids.some((id) => may(account, id, 'server.modify.configuration')) ? (
              <>
                <Button icon={<CalendarPlus />} why={why} onClick={() => setOpen('schedule')}>
                  {t('act.schedule')}
                </Button>
                <Button icon={<MessageSquarePlus />} why={why} onClick={() => setOpen('repeat')}>
                  {t('act.repeat')}
                </Button>
              </>
            ) : null}
          </span>
          <Button
            kind="quiet"
            icon={<X />}
            aria-label={t('clear')}
            title={t('clear')}
            onClick={() => chosen.clear()}
          />
        </>
      )}
      {rows.length === 0 ? null : (
        <span className="chosen-run" role="status">
          <Button kind="quiet" title={t('results')} onClick={() => setOpen('results')}>
            <Summary run={run} />
          </Button>
          {run.busy ? (
            <span id="chosen-busy" className="visually-hidden">
              {t('busy')}
            </span>
          ) : (
            <Button
              kind="quiet"
              icon={<X />}
              aria-label={t('forget')}
              onClick={() => run.forget()}
            />
          )}
        </span>
      )}
      {open === 'results' ? <ManyResults run={run} onClose={close} /> : null}
      {open === 'schedule' ? (
        <JobDialog serverIds={ids} account={account} row={null} onMany={begin} onClose={close} />
      ) : null}
      {open === 'repeat' ? (
        <MessageDialog
          serverIds={ids}
          account={account}
          row={null}
          onMany={begin}
          onClose={close}
        />
      ) : null}
      {open === null || open === 'results' || open === 'schedule' || open === 'repeat' ? null : (
        <ManyQuestion
          kind={open}
          serverIds={ids}
          account={account}
          onClose={close}
          onSend={begin}
        />
      )}
    </section>
  );
}

function isOffered(account: AccountRow, ids: readonly string[], kind: SendKind): boolean {
  return ids.some((id) => mayAsk(account, id, SEND_ACTION[kind]));
}
