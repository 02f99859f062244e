import './players.css';
import { History, UserCog } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { AuditSentence } from '../audit/audit-entry.tsx';
import { may, mayHost } from '../../domain/permissions.ts';
import { to } from '../../domain/routes/routes.ts';
import type { AccountRow } from '../../domain/rows.ts';
import { serverName } from '../../domain/servers/server-name.ts';
import { SERVER_PERMISSION } from '../../protocol/permissions.ts';
import type { CallAnswer } from '../../worker/contract.ts';
import { useResource } from '../data/use-resource.ts';
import { useOne } from '../data/use-view.ts';
import { showAccount, type AccountRef } from '../parts/accounts/account-address.ts';
import { Button, ButtonLink } from '../parts/button.tsx';
import { CallError } from '../parts/call-error.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Fact } from '../parts/fact.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLocale } from '../parts/locale.ts';
import { useCall } from '../parts/use-call.ts';
import { formatMoment } from '../text/format.ts';
import { isolated } from '../text/isolated.ts';
import { PersonnelDialog } from '../personnel/personnel-dialog.tsx';

type Card = CallAnswer<'accountCard'>;

const close = () => showAccount(null);
/** What somebody did last. */
const LAST_DONE = 5;

/** Who an account is, and what the viewer may do about it: over whatever page one is on. */
export function AccountCard({ serverId, id }: AccountRef) {
  const { t } = useTranslation('serverPages');
  const account = useOne({ view: 'account' }).row;
  const query = { muster_id: id, ...(serverId === null ? {} : { server_id: serverId }) };
  const { answer, error, reload } = useCall('accountCard', { query });
  if (account === undefined) return null;
  const title = answer === null ? t('card.title') : isolated(answer.display_name);
  return (
    <Dialog open onClose={close} title={title} className="player-card" closable>
      {error === null ? null : <CallError error={error} onRetry={reload} />}
      {answer === null ? (
        error === null ? (
          <Loading lines={4} />
        ) : null
      ) : (
        <Known card={answer} id={id} serverId={serverId} account={account} />
      )}
    </Dialog>
  );
}

function Known({
  card: { here, account: whole },
  id,
  serverId,
  account,
}: AccountRef & { readonly card: Card; readonly account: AccountRow }) {
  const { t } = useTranslation('serverPages');
  const locale = useLocale();
  return (
    <>
      <Deeds id={id} serverId={serverId} account={account} owner={here?.owner ?? false} />
      {here === null || serverId === null ? null : (
        <section className="player-facts">
          <h3>
            <Here serverId={serverId} />
          </h3>
          <dl>
            <Fact term={t('personnel.permissions')}>
              {here.permissions.length === 0
                ? t('card.nothing')
                : here.permissions.length === SERVER_PERMISSION.length
                  ? t('personnel.all')
                  : here.permissions.map((one) => t(`permission.${one}`)).join(' · ')}
              {here.owner ? <span className="tag">{t('personnel.owner')}</span> : null}
            </Fact>
            {here.since === null ? null : (
              <Fact term={t('personnel.since')}>{formatMoment(here.since, locale)}</Fact>
            )}
            {here.last === null ? null : (
              <Fact term={t('card.last')}>{formatMoment(here.last, locale)}</Fact>
            )}
          </dl>
        </section>
      )}
      {whole === null ? null : (
        <section className="player-facts">
          <h3>{t('card.account')}</h3>
          <dl>
            <Fact term={t('card.username')}>
              <bdi className="mono">{whole.username}</bdi>
            </Fact>
            <Fact term={t('card.created')}>{formatMoment(whole.created_at, locale)}</Fact>
            <Fact term={t('card.signedIn')}>
              {whole.signed_in === null ? t('card.never') : formatMoment(whole.signed_in, locale)}
            </Fact>
            <Fact term={t('card.servers')}>{whole.servers}</Fact>
          </dl>
        </section>
      )}
      {serverId !== null && may(account, serverId, 'server.view.audit') ? (
        <LastDone serverId={serverId} id={id} />
      ) : null}
    </>
  );
}

function Here({ serverId }: { readonly serverId: string }) {
  const { t } = useTranslation('serverPages');
  const server = useOne({ view: 'server', server_id: serverId }).row;
  return server === undefined ? t('card.here') : serverName(server.configuration);
}

/** Everything they did, and what they may do from now on. */
function Deeds({
  id,
  serverId,
  account,
  owner,
}: AccountRef & { readonly account: AccountRow; readonly owner: boolean }) {
  const { t } = useTranslation('serverPages');
  const [editing, setEditing] = useState(false);
  const isSelf = id === account.muster_id;
  const people = useResource('personnel', serverId ?? '').rows;
  const person = people.find(({ muster_id }) => muster_id === id);
  const gives = serverId !== null && may(account, serverId, 'server.personnel');
  const all =
    serverId === null
      ? mayHost(account, 'host.operate')
        ? to.oversight(`?who=${id}`)
        : to.activity(`?who=${id}`)
      : may(account, serverId, 'server.view.audit')
        ? `${to.server(serverId, 'overview')}?who=${id}`
        : null;
  return (
    <div className="player-deeds">
      <div className="actions">
        {all === null ? null : (
          <ButtonLink href={all} icon={<History />}>
            {t('card.all')}
          </ButtonLink>
        )}
        {gives && person !== undefined && (!owner || isSelf) ? (
          <Button icon={<UserCog />} onClick={() => setEditing(true)}>
            {t('card.change')}
          </Button>
        ) : null}
      </div>
      {editing && person !== undefined && serverId !== null ? (
        <PersonnelDialog
          serverId={serverId}
          account={account}
          person={person}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </div>
  );
}

/** The newest of what they did on the server. */
function LastDone({ serverId, id }: { readonly serverId: string; readonly id: string }) {
  const { t } = useTranslation('serverPages');
  const locale = useLocale();
  const { answer } = useCall('auditPage', {
    params: { server_id: serverId },
    query: { actor: id, limit: LAST_DONE },
  });
  if (answer === null || answer.rows.length === 0) return null;
  return (
    <section className="last-lines">
      <h3>{t('card.did')}</h3>
      <ul>
        {answer.rows.map((entry) => (
          <li key={entry.id}>
            <Link className="numeric soft" href={to.past(serverId, entry.at)}>
              {formatMoment(entry.at, locale)}
            </Link>{' '}
            <AuditSentence entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  );
}
