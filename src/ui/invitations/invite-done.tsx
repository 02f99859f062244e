import { useTranslation } from 'react-i18next';
import type { ServerRow } from '../../domain/rows.ts';
import { STANDING } from '../../domain/servers/status.ts';
import type { CallAnswer } from '../../worker/contract.ts';
import { useCommands, useRow, useView, type ViewHandle } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { Copyable } from '../parts/copyable.tsx';
import { Panel } from '../parts/panel.tsx';
import { toast } from '../parts/toasts.tsx';
import { errorText } from '../text/problem-text.ts';

type Answer = CallAnswer<'inviteCreate'>;
type Outcome = Answer['results'][number]['outcome'];

/** So many refused servers are named. */
const NAMED = 20;

/** What became of it on which servers, and the link to hand over. */
export function InviteDone({
  answer: { results, link, mailed, invite_id: id },
  email,
  onAnother,
}: {
  readonly answer: Answer;
  /** Where the link was to be mailed; empty: nowhere. */
  readonly email: string;
  readonly onAnother: () => void;
}) {
  const { t } = useTranslation('invitations');
  const commands = useCommands();
  const many = (...outcomes: readonly Outcome[]) =>
    results.filter(({ outcome }) => outcomes.includes(outcome));
  const [invited, given, unchanged] = [many('invited'), many('given'), many('unchanged')];
  const refused = many('permission-denied', 'not-found', 'limit-reached');
  const takeBack = async (invite_id: string) => {
    const outcome = await commands.call('inviteRevoke', { params: { invite_id }, body: {} });
    if (!outcome.ok) return toast(errorText(outcome.error), 'bad');
    toast(t('takenBack'));
    onAnother();
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
        {refused.length > 0 ? <Refused ids={refused.map((one) => one.server_id)} /> : null}
      </div>
      <div className="actions">
        <Button kind="primary" onClick={onAnother}>
          {t('done.another')}
        </Button>
        {id === null ? null : <Button onClick={() => void takeBack(id)}>{t('takeBack')}</Button>}
      </div>
    </Panel>
  );
}

function Refused({ ids }: { readonly ids: readonly string[] }) {
  const { t } = useTranslation('invitations');
  const view = useView({
    view: 'servers',
    filter: { ids: ids.slice(0, NAMED) },
    sort: 'identifier',
    direction: 'asc',
    window: { from: 0, to: NAMED },
  });
  return (
    <div>
      <p>{t('done.refused', { count: ids.length })}</p>
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
  return server === undefined ? null : <li>{server.configuration.identifier}</li>;
}
