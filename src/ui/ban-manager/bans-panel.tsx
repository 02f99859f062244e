import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { BAN_COLUMNS, banLine } from '../../domain/bans/export.ts';
import type { BanRow } from '../../domain/bans/row.ts';
import { to } from '../../domain/routes/routes.ts';
import { BAN_KIND } from '../../protocol/bans/limits.ts';
import { BAN_ORIGIN, BAN_STATUS } from '../../protocol/enumerations.ts';
import { ownerBy } from '../../protocol/resources/resource.ts';
import { AccountName } from '../parts/accounts/account-name.tsx';
import { useLocale } from '../parts/locale.ts';
import { pagedAddress, type Narrowing } from '../parts/paged/address.ts';
import { Only } from '../parts/paged/only.tsx';
import { PagedPanel } from '../parts/paged/panel.tsx';
import { formatMoment } from '../text/format.ts';
import { isolated } from '../text/isolated.ts';
import { mayIn, type BanList } from '../bans/known/ban-list.ts';
import { GameFiles } from './game-files.tsx';
import { Missing } from './missing.tsx';
import { BanStatus } from '../bans/known/status.tsx';
import { whoText } from '../bans/known/who.ts';

/** Of the others nothing is here: nobody reads what another Muster told, and nothing says of a call that no portal made it. */
const ORIGINS = BAN_ORIGIN.filter((origin) => origin === 'AUTOMATED' || origin === 'IMPORTED');

const ADDRESS = pagedAddress('bans', { person: 'who', issuer: 'by' });

/** The bans of a list, however many there are; each name opens its ban. */
export function BansPanel({ list }: { readonly list: BanList }) {
  const { t } = useTranslation('bans');
  if (!mayIn(list, 'banlist.list')) {
    return <Missing title={t('list.title')} list={list} permission="banlist.list" />;
  }
  return <Bans list={list} />;
}

function Bans({ list }: { readonly list: BanList }) {
  const { t } = useTranslation('bans');
  const choice = <V extends string>(
    label: string,
    any: string,
    values: readonly V[],
    said: (value: V) => string,
  ) => ({
    kind: 'choice' as const,
    label,
    options: [{ value: '', label: any }, ...values.map((value) => ({ value, label: said(value) }))],
  });
  return (
    <>
      <PagedPanel<'bans'>
        resource="bans"
        owner={ownerBy('banlist', list.id)}
        address={ADDRESS}
        texts={{
          title: t('list.title'),
          search: t('list.search'),
          empty: t('list.empty'),
          refused: t('list.refused'),
          replaying: t('list.replaying'),
        }}
        filters={{
          status: choice(t('list.status'), t('list.anyStatus'), BAN_STATUS, (status) =>
            t(`status.${status}`),
          ),
          kind: choice(t('list.who'), t('list.anyKind'), BAN_KIND, (kind) => t(`kind.${kind}`)),
          origin: choice(t('ban.origin'), t('list.anyOrigin'), ORIGINS, (origin) =>
            t(`origin.${origin}`),
          ),
          person: { kind: 'chosen', label: () => t('list.onlyPerson') },
          issuer: { kind: 'chosen', label: () => t('list.onlyIssuer') },
          from: { kind: 'day', label: t('list.from') },
          until: { kind: 'day', label: t('list.to') },
        }}
        columns={[
          { label: t('list.who'), order: 'name' },
          { label: t('list.status') },
          { label: t('list.reason'), order: 'reason' },
          { label: t('list.by'), order: 'issuer_name' },
          { label: t('list.since'), order: 'created_at' },
          { label: t('list.until'), order: 'until' },
        ]}
        cells={(ban, choose) => <BanCells ban={ban} listId={list.id} onChoose={choose} />}
        exported={{ name: 'bans', columns: BAN_COLUMNS, line: banLine }}
      />
      {list.bans === 0 ? null : <GameFiles listId={list.id} />}
    </>
  );
}

function BanCells({
  ban,
  listId,
  onChoose,
}: {
  readonly ban: BanRow;
  readonly listId: string;
  readonly onChoose: (part: Narrowing<'bans'>) => void;
}) {
  const { t } = useTranslation(['bans', 'pages']);
  const locale = useLocale();
  const { id, name, reason, origin, person_id, issuer_id, issuer_name, created_at, until } = ban;
  const known = ban.steam_id ?? ban.guid ?? ban.bohemia_id ?? ban.address;
  const who = (
    <Link href={to.ban(listId, id)}>
      <bdi>{whoText(ban)}</bdi>
    </Link>
  );
  return (
    <>
      <td className="who">
        {person_id === null ? (
          who
        ) : (
          <Only
            label={t('only', { ns: 'pages', name: isolated(whoText(ban)) })}
            onChoose={() => onChoose({ person: person_id })}
          >
            {who}
          </Only>
        )}
        {name === '' || known === null ? null : <span className="soft mono">{known}</span>}
      </td>
      <td data-label={t('list.status')}>
        <BanStatus ban={ban} />
      </td>
      <td className="why" data-label={t('list.reason')}>
        <bdi>{reason}</bdi>
      </td>
      <td className="by" data-label={t('list.by')}>
        {issuer_id === null ? (
          <span className="soft">{origin === null ? t('nobody') : t(`origin.${origin}`)}</span>
        ) : (
          <Only
            label={t('onlyBy', { ns: 'pages', name: isolated(issuer_name) })}
            onChoose={() => onChoose({ issuer: issuer_id })}
          >
            <AccountName serverId={null} id={issuer_id} name={issuer_name} />
          </Only>
        )}
      </td>
      <td className="numeric soft" data-label={t('list.since')}>
        {formatMoment(created_at, locale)}
      </td>
      <td className="numeric soft" data-label={t('list.until')}>
        {until === null ? t('list.ever') : formatMoment(until, locale)}
      </td>
    </>
  );
}
