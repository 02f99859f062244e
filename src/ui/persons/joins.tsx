import { useTranslation } from 'react-i18next';
import { mayHost } from '../../domain/permissions.ts';
import type { CallAnswer } from '../../worker/contract.ts';
import { useCommands, useOne } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { CallError } from '../parts/call-error.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { Name } from '../parts/players/name.tsx';
import { useCall } from '../parts/use-call.ts';
import { useDialog } from '../parts/use-dialog.ts';
import { formatMoment } from '../text/format.ts';
import { isolated } from '../text/isolated.ts';
import { JoinByHand } from './join-by-hand.tsx';
import { sideName, type Side } from './join-question.tsx';

type Join = CallAnswer<'personJoins'>['joins'][number];

/** Why several ids are this person, for whoever operates the Muster: they may part them, and join others. */
export function Joins({
  one,
  ids,
  reload,
}: {
  readonly one: Side;
  readonly ids: readonly string[];
  readonly reload: () => void;
}) {
  const { t } = useTranslation('persons');
  const account = useOne({ view: 'account' }).row;
  if (!mayHost(account, 'host.operate')) return null;
  return (
    <Panel title={t('joins.title')}>
      <div className="stack">
        <List id={one.muster_id} version={ids.join(' ')} reload={reload} />
        <JoinByHand key={one.muster_id} one={one} onJoined={reload} />
      </div>
    </Panel>
  );
}

function List({
  id,
  version,
  reload: reloadProfile,
}: {
  readonly id: string;
  readonly version: string;
  readonly reload: () => void;
}) {
  const { t } = useTranslation('persons');
  const input = { params: { muster_id: id } };
  const { answer, error, reload } = useCall('personJoins', input, version);
  if (error !== null) return <CallError error={error} onRetry={reload} />;
  if (answer === null) return <Loading lines={1} />;
  if (answer.joins.length === 0) return <p className="soft">{t('joins.none')}</p>;
  return (
    <ul className="person-alternates">
      {answer.joins.map((join) => (
        <li key={join.id}>
          <One
            id={id}
            join={join}
            onDone={() => {
              reload();
              reloadProfile();
            }}
          />
        </li>
      ))}
    </ul>
  );
}

function One({
  id,
  join,
  onDone,
}: {
  readonly id: string;
  readonly join: Join;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation('persons');
  const locale = useLocale();
  const commands = useCommands();
  const [dialog, open] = useDialog();
  const { one, other, kind, since, by, undoable } = join;
  const names = { one: isolated(sideName(one)), other: isolated(sideName(other)) };
  return (
    <>
      <div className="person-guess">
        <Name>{sideName(one)}</Name> <span className="mono soft">{one.muster_id}</span>
        <Name>{sideName(other)}</Name> <span className="mono soft">{other.muster_id}</span>
      </div>
      <div className="person-guess soft">
        <span>{t(`joins.kind.${kind}`)}</span>
        {by === null ? null : <span>{t('joins.by', { name: isolated(by.name) })}</span>}
        {since === null ? null : <span className="numeric">{formatMoment(since, locale)}</span>}
        {undoable ? (
          <Button
            kind="quiet"
            onClick={() =>
              open((close) => (
                <Confirm
                  title={t('joins.askUndo', names)}
                  action={t('joins.undo')}
                  done={t('joins.undone')}
                  onClose={() => {
                    close();
                    onDone();
                  }}
                  onYes={() =>
                    commands.call('personPart', {
                      params: { muster_id: id },
                      body: { join: join.id },
                    })
                  }
                >
                  <p>{t('joins.undoText')}</p>
                </Confirm>
              ))
            }
          >
            {t('joins.undo')}
          </Button>
        ) : (
          <span>{t(kind === 'link' ? 'joins.untilUnlinked' : 'joins.forGood')}</span>
        )}
      </div>
      {dialog}
    </>
  );
}
