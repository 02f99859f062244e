import { useTranslation } from 'react-i18next';
import { useReplaying } from '../data/use-view.ts';
import { ASKABLE } from '../../domain/actions/offered.ts';
import type { AccountRow, ServerRow } from '../../domain/rows.ts';
import { mayAsk, reasonId, reasons } from './why-not.ts';

/** What cannot be done with a server now, and why; what describes every button that does nothing. */
export function Reasons({
  server,
  account,
}: {
  readonly server: ServerRow;
  readonly account: AccountRow;
}) {
  const { t } = useTranslation('serverDashboard');
  const replaying = useReplaying();
  const may = ASKABLE.some((action) => mayAsk(account, server.id, action));
  return (
    <div className="reasons soft">
      {may ? null : <p>{t(replaying ? 'why.replaying' : 'why.permission')}</p>}
      {[...reasons(server, account)].map(([why, text]) => (
        <p key={why} id={reasonId(why)}>
          {text}
        </p>
      ))}
    </div>
  );
}
