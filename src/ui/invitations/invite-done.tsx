import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failed } from '../../domain/actions/broadcast.ts';
import { withImplied } from '../../domain/personnel/rules.ts';
import type { ServerRow } from '../../domain/rows.ts';
import { STANDING } from '../../domain/servers/status.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import type { CallAnswer } from '../../worker/contract.ts';
import { Answers } from '../actions/answers.tsx';
import { newRun, type Deed } from '../actions/run.ts';
import { useServers } from '../actions/use-servers.ts';
import type { TabCommands } from '../data/connect.ts';
import { useSignalValue } from '../data/use-signal.ts';
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
  answer,
  permissions,
  email,
  onAnother,
}: {
  readonly answer: Answer;
  /** What was to be given. */
  readonly permissions: readonly ServerPermission[];
  /** Where the link was to be mailed; empty: nowhere. */
  readonly email: string;
  readonly onAnother: () => void;
}) {
  const { t } = useTranslation('invitations');
  const commands = useCommands();
  const { results, link, mailed, invite_id: id } = answer;
  const many = (...outcomes: readonly Outcome[]) =>
    results.filter(({ outcome }) => outcomes.includes(outcome));
  const [invited, unchanged] = [many('invited'), many('unchanged')];
  const given = useMemo(() => results.filter(({ outcome }) => outcome === 'given'), [results]);
  const refused = many('permission-denied', 'not-found', 'limit-reached');
  const [run] = useState(newRun);
  const [revoked, setRevoked] = useState(id === null);
  const rows = useSignalValue(run.rows);
  const busy = rows.some(({ state }) => state === 'waiting' || state === 'asking');
  const servers = useServers(useMemo(() => given.map((one) => one.server_id), [given]));
  const takeBack = async () => {
    if (id !== null && !revoked) {
      const params = { invite_id: id };
      const outcome = await commands.call('inviteRevoke', { params, body: {} });
      if (!outcome.ok) return toast(errorText(outcome.error), 'bad');
      setRevoked(true);
    }
    if (given.length > 0) {
      await run.send(
        given.map((one) => one.server_id),
        backDeed(commands, answer, permissions, t('done.back')),
      );
    }
    if (failed(run.rows.peek()).length > 0) return undefined;
    toast(t(id === null ? 'done.back' : 'takenBack'));
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
        {(id === null && given.length === 0) || rows.length > 0 ? null : (
          <Button onClick={() => void takeBack()}>
            {t(given.length === 0 ? 'takeBack' : 'done.giveBack')}
          </Button>
        )}
      </div>
      {rows.length === 0 ? null : (
        <Answers
          rows={rows}
          servers={servers}
          busy={busy}
          onRetry={failed(rows).length === 0 ? null : () => void run.retry()}
        />
      )}
    </Panel>
  );
}

/** Gives them on each server exactly what they had before, unless somebody has changed it since. */
function backDeed(
  commands: TabCommands,
  { results, muster_id }: Answer,
  permissions: readonly ServerPermission[],
  title: string,
): Deed {
  const heldOn = new Map(results.map(({ server_id, held }) => [server_id, held]));
  return {
    title,
    back: null,
    ask: async (server_id) => {
      const held = heldOn.get(server_id) ?? [];
      const body = {
        identifier: muster_id ?? '',
        permissions: [...held],
        was: [...withImplied([...held, ...permissions])],
      };
      const outcome = await commands.call('personnelSet', { params: { server_id }, body });
      return outcome.ok ? { ok: true, value: '' } : outcome;
    },
  };
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
