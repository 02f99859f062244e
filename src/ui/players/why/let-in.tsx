import './why.css';
import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { may } from '../../../domain/permissions.ts';
import type { AccountRow } from '../../../domain/rows.ts';
import type { ServerStanding } from '../../../domain/servers/status.ts';
import type { DoorRule, DoorStanding } from '../../../protocol/modules/decision.ts';
import type { CallAnswer } from '../../../worker/contract.ts';
import { useReplaying } from '../../data/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { CallError } from '../../parts/call-error.tsx';
import { Fact } from '../../parts/fact.tsx';
import { Loading } from '../../parts/loading.tsx';
import { useLocale } from '../../parts/locale.ts';
import { useCall } from '../../parts/use-call.ts';
import { formatList, formatMoment } from '../../text/format.ts';

/** Why somebody who is on a server is let in, once it is asked: for whoever may see who players are. */
export function LetIn({
  server,
  account,
  stay,
}: {
  readonly server: ServerStanding;
  readonly account: AccountRow;
  /** Of whoever is on the server now. */
  readonly stay: string | undefined;
}) {
  const { t } = useTranslation('because');
  const replaying = useReplaying();
  const [asks, setAsks] = useState(false);
  if (replaying || stay === undefined || !may(account, server.id, 'server.view.personal')) {
    return null;
  }
  return (
    <section className="let-in" aria-labelledby={`let-in-${stay}`}>
      <h3 id={`let-in-${stay}`} className={asks ? undefined : 'visually-hidden'}>
        {t('letIn.title')}
      </h3>
      {asks ? (
        <Decision serverId={server.id} stay={stay} />
      ) : (
        <Button onClick={() => setAsks(true)}>{t('letIn.ask')}</Button>
      )}
    </section>
  );
}

function Decision({ serverId, stay }: { readonly serverId: string; readonly stay: string }) {
  const { t } = useTranslation('because');
  const params = { server_id: serverId, stay_id: stay };
  const { answer, error, reload } = useCall('playerDecision', { params });
  if (error !== null) return <CallError error={error} onRetry={reload} />;
  if (answer === null) return <Loading lines={3} />;
  return (
    <>
      <Told {...answer} />
      <Button onClick={reload}>{t('letIn.again')}</Button>
    </>
  );
}

function Told({ at, version, verdict, rules }: CallAnswer<'playerDecision'>) {
  const { t } = useTranslation('because');
  const locale = useLocale();
  const asked = rules.filter(({ stands }) => stands !== 'off');
  const off = rules.filter(({ stands }) => stands === 'off');
  const names = off.map(({ rule }) => t(`letIn.rules.${rule}`));
  return (
    <>
      <p role="status">{t(`letIn.verdicts.${verdict}`)}</p>
      <p className="soft">{t('letIn.asked', { moment: formatMoment(at, locale), version })}</p>
      {asked.length === 0 ? (
        <p className="soft">{t('letIn.nothing')}</p>
      ) : (
        <>
          <dl>
            {asked.map(({ rule, stands }) => (
              <Fact key={rule} term={t(`letIn.rules.${rule}`)}>
                <Stands rule={rule} stands={stands} />
              </Fact>
            ))}
          </dl>
          {off.length === 0 ? null : (
            <p className="soft">{t('letIn.off', { rules: formatList(names, 'unit', locale) })}</p>
          )}
        </>
      )}
    </>
  );
}

function Stands({ rule, stands }: { readonly rule: DoorRule; readonly stands: DoorStanding }) {
  const { t } = useTranslation('because');
  switch (stands) {
    case 'found':
      return <strong>{t('letIn.found')}</strong>;
    case 'passes':
    case 'unknown':
      return t(`letIn.${stands}.${rule}`);
    case 'protected': {
      const known = rule === 'vpn' || rule === 'reserved-slot' || rule === 'ping' ? rule : 'other';
      return t(`letIn.protected.${known}`);
    }
    case 'as-it-comes':
      return t(`letIn.as-it-comes.${rule === 'ping' || rule === 'chat-filter' ? rule : 'other'}`);
    case 'off':
      return null;
  }
}
