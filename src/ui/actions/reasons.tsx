import { useTranslation } from 'react-i18next';
import { useReplaying } from '../data/use-view.ts';
import { ASKABLE } from '../../domain/actions/offered.ts';
import type { AccountRow } from '../../domain/rows.ts';
import type { ServerStanding } from '../../domain/servers/status.ts';
import { mayAsk, reasonId, reasons, type Action } from './why-not.ts';

/** What cannot be done with a server now, and why; what describes every button that does nothing. */
export function Reasons({
  server,
  account,
  among = ASKABLE,
}: {
  readonly server: ServerStanding;
  readonly account: AccountRow;
  /** The actions that the place is for. */
  readonly among?: readonly Action[];
}) {
  const { t } = useTranslation('serverDashboard');
  const replaying = useReplaying();
  const may = among.some((action) => mayAsk(account, server.id, action));
  return (
    <div className="reasons soft">
      {may || among.length === 0 ? null : (
        <p>{t(replaying ? 'why.replaying' : 'why.permission')}</p>
      )}
      {[...reasons(server, account, among)].map(([why, text]) => (
        <p key={why} id={reasonId(why, server.id)}>
          {text}
        </p>
      ))}
    </div>
  );
}
