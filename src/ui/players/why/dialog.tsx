import './why.css';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { unsent, type ByMuster, type Why } from '../../../domain/doors/why.ts';
import { may } from '../../../domain/permissions.ts';
import { to } from '../../../domain/routes/routes.ts';
import { useOne, useReplaying } from '../../data/use-view.ts';
import { AccountName } from '../../parts/accounts/account-name.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Fact } from '../../parts/fact.tsx';
import { useLocale } from '../../parts/locale.ts';
import { PlayerName } from '../../parts/players/player-name.tsx';
import { formatMoment, formatTime } from '../../text/format.ts';
import { isolated } from '../../text/isolated.ts';
import { playerName } from '../../text/player-name.ts';
import { Entry, MadeBan } from './entry.tsx';

const KNOWS = ['servers', 'capabilities'] as const;

/** Why somebody was kicked, banned or warned: by which rule and entry, what was sent, and what came of it. */
export function WhyDialog({ why, onClose }: { readonly why: Why; readonly onClose: () => void }) {
  const { t } = useTranslation('because');
  const locale = useLocale();
  const { serverId, at, player, because } = why;
  const name = isolated(playerName({ ...player, id: player.id ?? '' }));
  return (
    <Dialog open onClose={onClose} title={t('title', { name })} className="why" closable>
      <dl aria-label={t('chain')}>
        <Fact term={t('who')}>
          <PlayerName serverId={serverId} {...player} />
        </Fact>
        <Fact numeric term={t('when')}>
          <Moment serverId={serverId} at={at}>
            {formatMoment(at, locale)}
          </Moment>
        </Fact>
        <Because serverId={serverId} at={at} because={because} />
      </dl>
    </Dialog>
  );
}

/** A moment, which leads to the server as it was then. */
function Moment({
  serverId,
  at,
  children,
}: {
  readonly serverId: string;
  readonly at: number;
  readonly children: string;
}) {
  const { t } = useTranslation('because');
  const replaying = useReplaying();
  const account = useOne({ view: 'account' }, KNOWS).row;
  const looks = !replaying && account !== undefined && may(account, serverId, 'server.view.feed');
  if (!looks) return children;
  return (
    <Link href={to.past(serverId, at)} title={t('look')}>
      {children}
    </Link>
  );
}

function Because({
  serverId,
  at,
  because,
}: {
  readonly serverId: string;
  readonly at: number;
  readonly because: Why['because'];
}) {
  const { t } = useTranslation('because');
  if (because.by === 'muster') return <Decided serverId={serverId} at={at} because={because} />;
  if (because.by === 'game') {
    const { by, reason } = because.entry;
    return (
      <>
        <Fact term={t('by')}>{t(`kickers.${by}`)}</Fact>
        <Reason reason={reason} />
        <Fact term={t('rule')}>
          <span className="soft">{t('told')}</span>
        </Fact>
      </>
    );
  }
  const { actor, text, outcome } = because.entry;
  return (
    <>
      <Fact term={t('by')}>
        <AccountName serverId={serverId} id={actor.muster_id} name={actor.display_name} />
      </Fact>
      <Reason reason={text ?? ''} />
      <Fact term={t('rule')}>
        <span className="soft">{t('person')}</span>
      </Fact>
      <Fact term={t('answer')}>{t(`answers.${outcome}`)}</Fact>
    </>
  );
}

function Reason({ reason }: { readonly reason: string }) {
  const { t } = useTranslation('because');
  return (
    <Fact term={t('reason')}>
      {reason === '' ? <span className="soft">{t('noReason')}</span> : <q>{reason}</q>}
    </Fact>
  );
}

function Decided({
  serverId,
  at,
  because,
}: {
  readonly serverId: string;
  readonly at: number;
  readonly because: ByMuster;
}) {
  const { t } = useTranslation('because');
  const locale = useLocale();
  const account = useOne({ view: 'account' }, KNOWS).row;
  const { did, seen, rule, version, found, made, audited } = because;
  const lost = <span className="soft">{t(audited ? 'inFeed' : 'notKept')}</span>;
  const isModule = found.kind === 'module' || found.kind === 'ping';
  const opens = isModule && account !== undefined && may(account, serverId, 'server.view');
  return (
    <>
      <Fact term={t('seen')}>
        {seen === undefined ? (
          lost
        ) : (
          <>
            {t(seen.changed === undefined ? `causes.${seen.kind}` : `changed.${seen.changed}`)}{' '}
            <Moment serverId={serverId} at={seen.at}>
              {formatTime(seen.at, locale)}
            </Moment>
          </>
        )}
      </Fact>
      <Fact term={t('rule')}>
        {t(`rules.${rule}`)}{' '}
        <span className="soft">
          ({version === undefined ? t('noVersion') : t('version', { version })})
        </span>
        {opens ? (
          <>
            {' '}
            <Link href={to.server(serverId, 'modules')}>{t('modules')}</Link>
          </>
        ) : null}
      </Fact>
      <Entry found={found} decidedAt={at} />
      <Fact term={t('did')}>
        {t(`dids.${did}`)}
        {made === undefined ? null : <MadeBan made={made} />}
      </Fact>
      <Exchange because={because} />
    </>
  );
}

/** What went to the game, and what it answered. */
function Exchange({ because }: { readonly because: ByMuster }) {
  const { t } = useTranslation('because');
  const { sent, command, answer, outcome, audited } = because;
  const soft = (text: string) => <span className="soft">{text}</span>;
  const none = unsent(because);
  return (
    <>
      <Fact term={t('sent')}>
        {none !== null ? (
          soft(t('nothing'))
        ) : sent === undefined ? (
          soft(t(audited ? 'inFeed' : 'notKept'))
        ) : (
          <q>{sent}</q>
        )}
      </Fact>
      {none === null ? null : <Fact term={t('command')}>{soft(t(`unsent.${none}`))}</Fact>}
      {command === undefined ? null : (
        <Fact term={t('command')}>
          <code className="mono">{command}</code>
        </Fact>
      )}
      {none === 'left' ? null : (
        <Fact term={t('answer')}>
          {t(`answers.${outcome}`)}
          {answer === undefined ? null : (
            <>
              {' '}
              <q className="mono">{answer}</q>
            </>
          )}
        </Fact>
      )}
    </>
  );
}
