import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallAnswer, CommandError } from '../../worker/contract.ts';
import { addressOf, pattern, text } from '../parts/addresses/parameters.ts';
import { useAddress } from '../parts/addresses/use-address.ts';
import { Button } from '../parts/button.tsx';
import { CallError } from '../parts/call-error.tsx';
import { Copyable } from '../parts/copyable.tsx';
import { Field } from '../parts/field.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { RowsTable } from '../parts/rows-table.tsx';
import { useTitle } from '../parts/title.ts';
import { useCall } from '../parts/use-call.ts';
import { useDialog } from '../parts/use-dialog.ts';
import { Banner } from './banner.tsx';
import { ProfileCard } from './profile-card.tsx';
import { ReportDialog } from './report-dialog.tsx';
import { useCommands } from '../data/use-view.ts';
import { formatMoment } from '../text/format.ts';
import { isolated } from '../text/isolated.ts';
import { shownName } from '../text/player-name.ts';
import { EvidenceItem } from '../bans/known/evidence-item.tsx';

const ADDRESS = addressOf({ ban: pattern('ban', /^[0-9a-f]{24}$/), find: text('q') });

type Answer = CallAnswer<'banListPublic'>;
type PublicBan = Answer['bans'][number];

/** A list of somebody else, where everybody may read it; otherwise what is said of one that is not there. */
export function PublicList({
  listId,
  gone,
}: {
  readonly listId: string;
  readonly gone: ReactNode;
}) {
  const [{ ban, find }, change] = useAddress(ADDRESS);
  const query = {
    ...(ban !== null && { ban }),
    ...(find.trim() !== '' && { identity: find.trim() }),
  };
  const params = { banlist_id: listId };
  const { answer, error, reload } = useCall('banListPublic', { params, query });
  useTitle(answer?.identifier ?? '');
  if (error?.kind === 'problem' && error.problem.code === 'not-found') return gone;
  if (error !== null) return <CallError error={error} onRetry={reload} />;
  if (answer === null) return <Loading lines={5} />;
  return (
    <Shown
      // What was found for another question is not what comes behind this answer.
      key={`${ban ?? ''} ${find}`}
      listId={listId}
      first={answer}
      query={query}
      find={find}
      onFind={(typed) => change({ find: typed, ban: null })}
    />
  );
}

function Shown({
  listId,
  first,
  query,
  find,
  onFind,
}: {
  readonly listId: string;
  readonly first: Answer;
  readonly query: { readonly ban?: string; readonly identity?: string };
  readonly find: string;
  readonly onFind: (typed: string) => void;
}) {
  const { t } = useTranslation('bans');
  const commands = useCommands();
  const [typed, setTyped] = useState(find);
  const [more, setMore] = useState<readonly Answer[]>([]);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<CommandError | null>(null);
  const { identifier, owner_name, verified } = first;
  const banner = useCall('banListPublicBanner', { params: { banlist_id: listId } });
  const next = (more.at(-1) ?? first).next;
  const bans = [first, ...more].flatMap((page) => page.bans);
  const isNarrowed = find !== '' || query.ban !== undefined;
  const load = async () => {
    if (next === null) return;
    setBusy(true);
    setFailed(null);
    const input = { params: { banlist_id: listId }, query: { ...query, after: next } };
    const outcome = await commands.call('banListPublic', input);
    setBusy(false);
    if (outcome.ok) setMore((pages) => [...pages, outcome.value]);
    else setFailed(outcome.error);
  };
  return (
    <div className="stack">
      <header className="ban-title">
        <h1>{identifier}</h1>
        {verified ? <span className="tag">{t('verification.tag')}</span> : null}
      </header>
      <p className="soft">{t('publicList.intro', { owner: isolated(owner_name) })}</p>
      <ProfileCard
        list={first}
        banner={<Banner content={banner.answer?.content ?? null} list={identifier} />}
      />
      <form
        className="actions ban-find"
        onSubmit={(event) => {
          event.preventDefault();
          onFind(typed.trim());
        }}
      >
        <Field
          label={t('publicList.find')}
          type="search"
          value={typed}
          onValue={setTyped}
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit">{t('publicList.findAction')}</Button>
        {isNarrowed ? (
          <Button kind="quiet" onClick={() => onFind('')}>
            {t('publicList.everybody')}
          </Button>
        ) : null}
      </form>
      <Panel title={t('list.title')} padded={false}>
        {bans.length === 0 ? (
          <p className="empty">
            {query.ban !== undefined
              ? t('publicList.gone')
              : t(isNarrowed ? 'publicList.nobody' : 'publicList.empty')}
          </p>
        ) : (
          <Bans listId={listId} bans={bans} />
        )}
      </Panel>
      {failed !== null ? (
        <CallError error={failed} onRetry={() => void load()} />
      ) : next === null ? null : (
        <p>
          <Button busy={busy} onClick={() => void load()}>
            {t('publicList.more')}
          </Button>
        </p>
      )}
    </div>
  );
}

function Bans({ listId, bans }: { readonly listId: string; readonly bans: readonly PublicBan[] }) {
  const { t } = useTranslation('bans');
  const locale = useLocale();
  const [dialog, open] = useDialog();
  return (
    <>
      <RowsTable
        rows={bans}
        columns={[
          {
            label: t('publicList.who'),
            of: (ban) => <bdi>{nameOf(ban, t('publicList.address'))}</bdi>,
          },
          {
            label: t('publicList.ids'),
            className: 'ban-known',
            of: ({ steam_id, guid, bohemia_id }) => (
              <div>
                {Object.entries({ steam_id, guid, bohemia_id }).map(([kind, value]) =>
                  value === null ? null : (
                    <div key={kind}>
                      <Copyable what={t(`ban.${kind as 'guid'}`)}>{value}</Copyable>
                    </div>
                  ),
                )}
              </div>
            ),
          },
          {
            label: t('publicList.reason'),
            className: 'why',
            of: ({ id, reason, evidence }) => (
              <div>
                <bdi>{reason}</bdi>
                {evidence.length === 0 ? null : (
                  <ul aria-label={t('publicList.evidence')}>
                    {evidence.map((item) => (
                      <li key={item.id}>
                        <EvidenceItem item={item} folder={`public-banlists/${listId}/bans/${id}`} />
                      </li>
                    ))}
                  </ul>
                )}
              </div>
            ),
          },
          {
            label: t('publicList.since'),
            of: ({ created_at }) => formatMoment(created_at, locale),
            className: 'soft numeric',
          },
          {
            label: t('publicList.until'),
            of: ({ until }) => (until === null ? t('list.ever') : formatMoment(until, locale)),
            className: 'soft numeric',
          },
        ]}
        actions={(ban) => {
          const name = nameOf(ban, t('publicList.address'));
          return (
            <Button
              kind="quiet"
              aria-label={t('report.openOf', { name: isolated(name) })}
              onClick={() =>
                open((close) => (
                  <ReportDialog listId={listId} ban={{ id: ban.id, name }} onClose={close} />
                ))
              }
            >
              {t('report.open')}
            </Button>
          );
        }}
      />
      {dialog}
    </>
  );
}

/** Whom it keeps out, as far as everybody may know. */
function nameOf({ name, steam_id, guid, bohemia_id }: PublicBan, otherwise: string): string {
  return name === '' ? (steam_id ?? guid ?? bohemia_id ?? otherwise) : shownName(name);
}
