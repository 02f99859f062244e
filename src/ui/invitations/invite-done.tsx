import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerRow } from '../../domain/rows.ts';
import { STANDING } from '../../domain/servers/status.ts';
import { GIVING_REFUSED, TAKING_REFUSED } from '../../protocol/invitations/limits.ts';
import type { CallAnswer } from '../../worker/contract.ts';
import { useRow, useView, type ViewHandle } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { Copyable } from '../parts/copyable.tsx';
import { Panel } from '../parts/panel.tsx';
import { useTakeBack, type Left } from './use-take-back.ts';
import { serverName } from '../../domain/servers/server-name.ts';

type Answer = CallAnswer<'inviteCreate'>;
type Outcome = Answer['results'][number]['outcome'];

/** So many refused servers are named. */
const NAMED = 20;

/** What became of it on which servers, and the link to hand over. */
export function InviteDone({
  answer: { results, link, mailed, invite_id: invite, given_id: atOnce },
  email,
  onAnother,
}: {
  readonly answer: Answer;
  /** Where the link was to be mailed; empty: nowhere. */
  readonly email: string;
  readonly onAnother: () => void;
}) {
  const { t } = useTranslation('invitations');
  const { busy, takeBack } = useTakeBack();
  const many = (...outcomes: readonly Outcome[]) =>
    results.filter(({ outcome }) => outcomes.includes(outcome));
  const [invited, given, unchanged] = [many('invited'), many('given'), many('unchanged')];
  const [left, setLeft] = useState<readonly Left[]>([]);
  const made = [invite, atOnce].filter((id) => id !== null);
  const undo = async () => {
    const found = await takeBack(made);
    if (found?.length === 0) onAnother();
    else if (found !== null) setLeft(found);
  };
  return (
    <Panel title={t('done.title')}>
      <div className="stack" role="status">
        {link === null ? null : (
          <>
            <p>{t('done.link')}</p>
            <Copyable what={t('done.linkName')}>{link}</Copyable>
            <p>{t('done.linkFor', { count: invited.length })}</p>
          </>
        )}
        {mailed ? <p>{t('done.mailed', { email })}</p> : null}
        {email !== '' && !mailed ? <p>{t('done.notMailed')}</p> : null}
        {link === null && invited.length > 0 ? (
          <p>{t('done.invited', { count: invited.length })}</p>
        ) : null}
        {given.length > 0 ? <p>{t('done.given', { count: given.length })}</p> : null}
        {unchanged.length > 0 ? <p>{t('done.unchanged', { count: unchanged.length })}</p> : null}
        {GIVING_REFUSED.map((reason) => {
          const ids = many(reason).map((one) => one.server_id);
          return (
            <Servers
              key={reason}
              text={t(`done.refused.${reason}`, { count: ids.length })}
              ids={ids}
            />
          );
        })}
        {TAKING_REFUSED.map((reason) => {
          const ids = left.flatMap((one) => (one.outcome === reason ? [one.server_id] : []));
          return (
            <Servers
              key={reason}
              text={t(`done.left.${reason}`, { count: ids.length })}
              ids={ids}
            />
          );
        })}
      </div>
      <div className="actions">
        <Button kind="primary" onClick={onAnother}>
          {t('done.another')}
        </Button>
        {made.length === 0 || left.length > 0 ? null : (
          <Button busy={busy} onClick={() => void undo()}>
            {t(given.length === 0 ? 'takeBack' : 'done.undo')}
          </Button>
        )}
      </div>
    </Panel>
  );
}

/** Servers of which something is said, the first of them by name; nothing where there are none. */
function Servers({ text, ids }: { readonly text: string; readonly ids: readonly string[] }) {
  const view = useView({
    view: 'servers',
    filter: { ids: ids.slice(0, NAMED) },
    sort: 'identifier',
    direction: 'asc',
    window: { from: 0, to: NAMED },
  });
  if (ids.length === 0) return null;
  return (
    <div>
      <p>{text}</p>
      <ul>
        {view.ids.map((id) => (
          <ServerName key={id} id={id} view={view} />
        ))}
      </ul>
    </div>
  );
}

function ServerName({ id, view }: { readonly id: string; readonly view: ViewHandle<ServerRow> }) {
  const server = useRow(view.row(id), STANDING);
  return server === undefined ? null : (
    <li>
      <bdi>{serverName(server.configuration)}</bdi>
    </li>
  );
}
