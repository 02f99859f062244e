import { Pencil, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { endsSoon, isInForce } from '../../domain/buckets/entries.ts';
import { ENTRY_COLUMNS, entryLine } from '../../domain/buckets/export.ts';
import { mayEditEntries } from '../../domain/buckets/rights.ts';
import type { BucketEntryRow } from '../../domain/buckets/row.ts';
import { to } from '../../domain/routes/routes.ts';
import { BUCKET_LIMIT, isFilterBucket } from '../../protocol/buckets/limits.ts';
import { ownerBy } from '../../protocol/resources/resource.ts';
import { useMinute } from '../data/clock.ts';
import { hostTime } from '../data/host-clock.ts';
import { useCommands } from '../data/use-view.ts';
import { AccountName } from '../parts/accounts/account-name.tsx';
import { Button } from '../parts/button.tsx';
import { useLocale } from '../parts/locale.ts';
import type { Narrowing } from '../parts/paged/address.ts';
import { Only } from '../parts/paged/only.tsx';
import { PagedPanel, type FirstRows } from '../parts/paged/panel.tsx';
import { toast } from '../parts/toasts.tsx';
import { useDialog } from '../parts/use-dialog.ts';
import { formatMoment } from '../text/format.ts';
import { isolated } from '../text/isolated.ts';
import { shownName } from '../text/player-name.ts';
import { FilterDialog } from './filter-dialog.tsx';
import { AddFilters } from './add-filters.tsx';
import { AddPeople } from './add-people.tsx';
import { bucketErrorText, mayIn, whyNot, type Bucket } from '../entries/bucket.ts';
import { EditEntries } from './edit-entries.tsx';
import { ENTRIES_ADDRESS } from './entries-address.ts';

/** The entries of a bucket, however many there are: more of them, and what can be done with those that are chosen. */
export function EntriesPanel({ bucket }: { readonly bucket: Bucket }) {
  const { t } = useTranslation('buckets');
  const [dialog, open] = useDialog();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { type } = bucket;
  const isFilter = isFilterBucket(type);
  const edits = mayEditEntries(bucket.permissions);
  const removes = mayIn(bucket, 'bucket.remove');
  const choose = (id: string, on: boolean) => {
    const next = new Set(chosen);
    if (on && next.size < BUCKET_LIMIT.atOnce) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const none = () => setChosen(new Set());
  const remove = useRemove(bucket, none);
  return (
    <>
      {mayIn(bucket, 'bucket.add') ? (
        <div className="bucket-chosen">
          <Button
            icon={<Plus />}
            kind="primary"
            onClick={() =>
              open((close) =>
                isFilter ? (
                  <FilterDialog bucket={bucket} type={type} onClose={close} />
                ) : (
                  <AddPeople bucket={bucket} onClose={close} />
                ),
              )
            }
          >
            {t(isFilter ? 'filter.add' : type === 'NOTES' ? 'add.notes' : 'add.action')}
          </Button>
          {isFilter ? (
            <Button
              onClick={() =>
                open((close) => <AddFilters bucket={bucket} type={type} onClose={close} />)
              }
            >
              {t('many.action')}
            </Button>
          ) : null}
        </div>
      ) : (
        <p className="soft">
          {whyNot(mayIn(bucket, 'bucket.modify') ? 'ownServers' : 'everyServer', bucket)}
        </p>
      )}
      {chosen.size === 0 ? null : (
        <div className="bucket-chosen" role="group" aria-label={t('entries.title')}>
          <span role="status">{t('entries.chosen', { count: chosen.size })}</span>
          {edits ? (
            <Button
              onClick={() =>
                open((close) => (
                  <EditEntries bucket={bucket} ids={[...chosen]} onDone={none} onClose={close} />
                ))
              }
            >
              {t('entries.edit')}
            </Button>
          ) : null}
          {removes ? (
            <Button onClick={() => void remove([...chosen])}>{t('entries.remove')}</Button>
          ) : null}
          <Button kind="quiet" onClick={none}>
            {t('entries.none')}
          </Button>
        </div>
      )}
      <PagedPanel<'bucketEntries'>
        resource="bucketEntries"
        owner={ownerBy('bucket', bucket.id)}
        address={ENTRIES_ADDRESS}
        texts={{
          title: t('entries.title'),
          search: t(isFilter ? 'filter.search' : 'entries.search'),
          empty: t(isFilter ? 'filter.empty' : 'entries.empty'),
          refused: t('entries.refused'),
          replaying: t('entries.replaying'),
        }}
        filters={{
          person: { kind: 'chosen', label: () => t('entries.onlyPerson') },
          issuer: { kind: 'chosen', label: () => t('entries.onlyIssuer') },
          from: { kind: 'day', label: t('entries.from') },
          until: { kind: 'day', label: t('entries.to') },
        }}
        columns={[
          ...(isFilter
            ? [{ label: t('filter.column.term') }, { label: t('filter.column.does') }]
            : [
                { label: t('entries.who'), order: 'name' as const },
                { label: t('entries.comment') },
              ]),
          { label: t('entries.by'), order: 'issuer_name' },
          { label: t('entries.since'), order: 'created_at' },
          { label: t('entries.until'), order: 'until' },
        ]}
        cells={(entry, narrow) => (
          <Cells
            entry={entry}
            onNarrow={narrow}
            chosen={edits || removes ? chosen.has(entry.id) : null}
            onChosen={(on) => choose(entry.id, on)}
            onEdit={
              edits && isFilter
                ? () =>
                    open((close) => (
                      <FilterDialog bucket={bucket} type={type} entry={entry} onClose={close} />
                    ))
                : null
            }
          />
        )}
        exported={{ name: 'bucket', columns: ENTRY_COLUMNS, line: entryLine }}
        tools={(first, total) =>
          edits || removes ? (
            <ChooseAll
              first={first}
              total={total}
              onChosen={(ids) =>
                setChosen(new Set([...chosen, ...ids].slice(0, BUCKET_LIMIT.atOnce)))
              }
            />
          ) : null
        }
      />
      {dialog}
    </>
  );
}

/** Chooses all that the search finds, as many as can be changed at once. */
function ChooseAll({
  first,
  total,
  onChosen,
}: {
  readonly first: FirstRows<'bucketEntries'>;
  readonly total: number;
  readonly onChosen: (ids: readonly string[]) => void;
}) {
  const { t } = useTranslation('buckets');
  const [busy, setBusy] = useState(false);
  const isMore = total > BUCKET_LIMIT.atOnce;
  const choose = async () => {
    setBusy(true);
    const found = await first(BUCKET_LIMIT.atOnce);
    setBusy(false);
    if (found.ok) onChosen(found.value.map(({ id }) => id));
    else toast(bucketErrorText(found.error), 'bad');
  };
  return (
    <Button kind="quiet" busy={busy} onClick={() => void choose()}>
      {t(isMore ? 'entries.first' : 'entries.all', { count: BUCKET_LIMIT.atOnce })}
    </Button>
  );
}

/** Removes entries, and offers to bring them back. */
function useRemove({ id: bucket_id }: Bucket, done: () => void) {
  const { t } = useTranslation('buckets');
  const commands = useCommands();
  const params = { bucket_id };
  const restore = async (ids: string[]) => {
    const outcome = await commands.call('bucketEntriesRestore', { params, body: { ids } });
    if (outcome.ok) toast(t('entries.restored', { count: outcome.value.restored }));
    else toast(bucketErrorText(outcome.error), 'bad');
  };
  return async (ids: string[]) => {
    const outcome = await commands.call('bucketEntriesRemove', { params, body: { ids } });
    if (!outcome.ok) return toast(bucketErrorText(outcome.error), 'bad');
    done();
    const { removed: count } = outcome.value;
    toast(t('entries.removed', { count }), 'good', () => void restore(ids));
  };
}

interface Chosen {
  readonly entry: BucketEntryRow;
  readonly onNarrow: (part: Narrowing<'bucketEntries'>) => void;
  /** null: nothing can be done with it. */
  readonly chosen: boolean | null;
  readonly onChosen: (on: boolean) => void;
  /** null: nothing of it can be changed alone. */
  readonly onEdit: (() => void) | null;
}

function Cells({ entry, ...rest }: Chosen) {
  const { t } = useTranslation(['buckets', 'pages']);
  const locale = useLocale();
  const { issuer_id, issuer_name, created_at, until } = entry;
  const now = hostTime(useMinute());
  return (
    <>
      {entry.term === null ? (
        <PersonCells entry={entry} {...rest} />
      ) : (
        <FilterCells entry={entry} {...rest} />
      )}
      <td className="by" data-label={t('entries.by')}>
        {issuer_id === null ? null : (
          <Only
            label={t('onlyBy', { ns: 'pages', name: isolated(issuer_name) })}
            onChoose={() => rest.onNarrow({ issuer: issuer_id })}
          >
            <AccountName serverId={null} id={issuer_id} name={issuer_name} />
          </Only>
        )}
      </td>
      <td className="numeric soft" data-label={t('entries.since')}>
        {formatMoment(created_at, locale)}
      </td>
      <td className="numeric soft" data-label={t('entries.until')}>
        {until === null ? t('entries.ever') : formatMoment(until, locale)}
        {isInForce(entry, now) ? null : <span className="tag">{t('entries.over')}</span>}
        {endsSoon(entry, now) ? <span className="tag">{t('entries.soon')}</span> : null}
      </td>
    </>
  );
}

function PersonCells({ entry, onEdit: _, onNarrow, ...rest }: Chosen) {
  const { t } = useTranslation(['buckets', 'pages']);
  const { name, comment, person_id } = entry;
  const known = entry.steam_id ?? entry.guid ?? entry.bohemia_id;
  const who = name === '' ? (known ?? t('entries.unnamed')) : shownName(name);
  return (
    <>
      <td className="who">
        {person_id === null ? (
          <Choice {...rest} text={who} />
        ) : (
          <Only
            label={t('only', { ns: 'pages', name: isolated(who) })}
            onChoose={() => onNarrow({ person: person_id })}
          >
            <Choice {...rest} text={who} />
          </Only>
        )}
        {name === '' || known === null ? null : <span className="soft mono">{known}</span>}
        {person_id === null ? null : (
          <Link
            href={to.profile(person_id)}
            aria-label={t('entries.profileOf', { name: isolated(who) })}
          >
            {t('entries.profile')}
          </Link>
        )}
      </td>
      <td className="why" data-label={t('entries.comment')}>
        <bdi>{comment}</bdi>
      </td>
    </>
  );
}

function FilterCells({
  entry: { term, term_kind, action, message, minutes, comment },
  onEdit,
  onNarrow: _,
  ...rest
}: Chosen) {
  const { t } = useTranslation('buckets');
  const bans = minutes === null ? t('filter.bans') : t('filter.bansUntil');
  return (
    <>
      <td className="who">
        <Choice {...rest} text={term ?? ''}>
          {term_kind === 'regex' ? <span className="tag">{t('filter.regex')}</span> : null}
        </Choice>
        {comment === '' ? null : <span className="soft">{comment}</span>}
      </td>
      <td className="why" data-label={t('filter.column.does')}>
        <span className="bucket-does">
          {action === null ? null : action === 'ban' ? bans : t(`filter.actions.${action}`)}
          {onEdit === null ? null : (
            <Button
              kind="quiet"
              icon={<Pencil />}
              aria-label={t('filter.editOf', { term: isolated(term ?? '') })}
              onClick={onEdit}
            />
          )}
        </span>
        <span className="soft">
          <bdi>{message}</bdi>
        </span>
      </td>
    </>
  );
}

function Choice({
  text,
  chosen,
  onChosen,
  children,
}: Pick<Chosen, 'chosen' | 'onChosen'> & {
  readonly text: string;
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation('buckets');
  return (
    <label className="bucket-who">
      {chosen === null ? null : (
        <input
          type="checkbox"
          checked={chosen}
          aria-label={t('entries.choose', { name: isolated(text) })}
          onChange={({ target }) => onChosen(target.checked)}
        />
      )}
      <bdi>{text}</bdi>
      {children}
    </label>
  );
}
