import { isolated } from '../text/isolated.ts';
import i18next from 'i18next';
import { Ellipsis } from 'lucide-react';
import { memo, useState, type FocusEvent, type PointerEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { whyOfFeed } from '../../domain/doors/why.ts';
import type { FeedPlayer } from '../../domain/feed/same-player.ts';
import type { FeedRow } from '../../domain/rows.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { formatMoment, formatTime } from '../text/format.ts';
import type { Locale } from '../text/locale.ts';
import { placed, type LinePlace } from './line-place.ts';
import { playerName } from '../text/player-name.ts';
import { AccountName } from './accounts/account-name.tsx';
import { BanLink } from './ban-link.tsx';
import { Button } from './button.tsx';
import { Harmed } from './harmed.tsx';
import { PlayerName } from './players/player-name.tsx';
import { Name } from './players/name.tsx';
import { Sentence } from './sentence.tsx';
import { WhyButton } from './why-button.tsx';

type Actor = Extract<FeedRow['entry'], { kind: 'action' }>['actor'];

/** Somebody who said something, in a stay that is known. */
export type Speaker = FeedPlayer & { readonly id: string };

/** What can be done about who said something: from their line, for whoever is at it. */
export interface LineTools {
  /** By fingers: behind a button, since nothing is hovered. */
  readonly touch: boolean;
  readonly of: (player: Speaker) => ReactNode;
}

/** One entry of the feed as a sentence: who, what, why. `tools` stays the same object. */
export const FeedEntry = memo(function FeedEntry({
  row,
  locale,
  tools = null,
  ...place
}: {
  readonly row: FeedRow;
  readonly locale: Locale;
  readonly tools?: LineTools | null;
} & Partial<LinePlace>) {
  const [near, setNear] = useState(false);
  const speaker = tools === null ? null : speakerOf(row.entry);
  return (
    <li
      className="feed-entry"
      data-kind={row.entry.kind}
      {...placed(place)}
      {...(speaker === null ? {} : nearness(setNear, tools?.touch === true))}
    >
      <time className="numeric" title={formatMoment(row.at, locale)}>
        {formatTime(row.at, locale)}
      </time>
      <span className="text">
        <FeedText entry={row.entry} serverId={row.server_id} locale={locale} tabIndex={-1} />
        <WhyButton why={whyOfFeed(row.server_id, row.at, row.entry)} tabIndex={-1} />
      </span>
      {tools === null || speaker === null || !(near || tools.touch) ? null : (
        <Tools tools={tools} speaker={speaker} near={near} onNear={setNear} />
      )}
    </li>
  );
});

function Tools({
  tools: { touch, of },
  speaker,
  near,
  onNear,
}: {
  readonly tools: LineTools;
  readonly speaker: Speaker;
  readonly near: boolean;
  readonly onNear: (near: boolean) => void;
}) {
  const { t } = useTranslation('serverDashboard');
  return (
    <span className="line-tools">
      {near ? of(speaker) : null}
      {touch ? (
        <Button
          kind="quiet"
          icon={<Ellipsis />}
          aria-expanded={near}
          aria-label={t('feed.tools', { name: playerName(speaker) })}
          onClick={() => onNear(!near)}
        />
      ) : null}
    </span>
  );
}

function speakerOf(entry: FeedRow['entry']): Speaker | null {
  if (entry.kind !== 'chat' || entry.player.id === null) return null;
  return { ...entry.player, id: entry.player.id };
}

/**
 * Whether a mouse or the focus is at a line. A question that was opened from it leads back to it. `touch`: a button
 * opens and closes it alone, which a mouse on its way there would turn round.
 */
function nearness(tell: (near: boolean) => void, touch: boolean) {
  return {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse' && !touch) tell(true);
    },
    onPointerLeave: ({ pointerType, currentTarget }: PointerEvent) => {
      if (pointerType !== 'mouse' || touch) return;
      if (!currentTarget.contains(document.activeElement)) tell(false);
    },
    onFocus: ({ target, currentTarget }: FocusEvent) => {
      // A finger that opens or closes them brings the focus too.
      if (target !== currentTarget && !target.hasAttribute('aria-expanded')) tell(true);
    },
    onBlur: ({ relatedTarget: next, currentTarget }: FocusEvent) => {
      if (next === null || currentTarget.contains(next) || currentTarget.matches(':hover')) return;
      if (next.closest('[role="dialog"]') === null) tell(false);
    },
  };
}

/** The rules that say all of why somebody was kept out. */
const PLAIN = [
  'geoblocking',
  'whitelist',
  'vpn',
  'reserved-slot',
  'vac',
  'steam-private',
  'steam-age',
] as const;

function isPlain(rule: string): rule is (typeof PLAIN)[number] {
  return PLAIN.some((one) => one === rule);
}

/** Why somebody was kept out by something else than a ban. */
function why(entry: Extract<FeedRow['entry'], { kind: 'kept-out' }>): string {
  const t = i18next.getFixedT(null, 'serverDashboard');
  if (entry.ping !== undefined) return t('feed.doors.why.ping', entry.ping);
  const { rule, filter } = entry;
  if (isPlain(rule)) return t(`feed.doors.why.${rule}`);
  if (filter !== undefined && (rule === 'name-filter' || rule === 'chat-filter')) {
    return t(`feed.doors.why.${rule}`, { term: isolated(filter.term) });
  }
  return t('feed.doors.why.other', { reason: entry.reason });
}

/** What an entry of the feed says. */
export function FeedText({
  entry,
  serverId,
  locale,
  tabIndex,
}: {
  readonly entry: FeedRow['entry'];
  readonly serverId: string;
  readonly locale: Locale;
  /** Of the names: a log has one place in the order of the tab key, and arrows lead from name to name. */
  readonly tabIndex?: -1;
}) {
  const { t } = useTranslation('serverDashboard');
  const named = ({ id, muster_id, name }: FeedPlayer) => (
    <PlayerName serverId={serverId} id={id} muster_id={muster_id} name={name} tabIndex={tabIndex} />
  );
  const acted = ({ muster_id: id, display_name: name }: Actor) => (
    <AccountName serverId={serverId} id={id} name={name} tabIndex={tabIndex} />
  );
  switch (entry.kind) {
    case 'join':
    case 'leave': {
      const { kind, found } = entry;
      return (
        <Sentence
          parts={{ player: named(entry.player) }}
          text={(marks) => t(`feed.${kind}.${found ? 'found' : 'seen'}`, marks)}
        />
      );
    }
    case 'chat':
      return (
        <>
          <span className="tag">{entry.channel}</span> {named(entry.player)}: <q>{entry.text}</q>
        </>
      );
    case 'kick':
      return (
        <>
          <Sentence
            parts={{ player: named(entry.player), reason: <q>{entry.reason}</q> }}
            text={(marks) => t(`feed.kick.${entry.reason === '' ? 'plain' : 'reason'}`, marks)}
          />{' '}
          <span className="soft">({t(`feed.kickedBy.${entry.by}`)})</span>
        </>
      );
    case 'kept-out':
      return entry.ban === null ? (
        <Sentence
          parts={{ player: named(entry.player) }}
          text={(marks) =>
            t(`feed.doors.${entry.did ?? 'kick'}.${entry.outcome}`, { ...marks, why: why(entry) })
          }
        />
      ) : (
        <Sentence
          parts={{
            player: named(entry.player),
            list: <BanLink ban={entry.ban} tabIndex={tabIndex} />,
            reason: <q>{entry.reason}</q>,
          }}
          text={(marks) => t(`feed.keptOut.${entry.outcome}`, marks)}
        />
      );
    case 'death':
    case 'hit':
      return <Harmed entry={entry} named={named} locale={locale} />;
    case 'state':
      return (
        <>
          {t(`feed.state.${entry.state}`)}
          {entry.error === null ? null : `: ${t(`fault.${entry.error}`, { ns: 'server' })}`}
        </>
      );
    case 'gap':
      return t('feed.gap', {
        from: formatTime(entry.from, locale),
        to: formatTime(entry.to, locale),
      });
    case 'rcon-admin':
      return (
        <>
          {entry.admin === null
            ? t('feed.rconNobody')
            : t('feed.rconAdmin', { admin: entry.admin })}{' '}
          <Sentence
            parts={{ to: <Name>{entry.to ?? undefined}</Name> }}
            text={(marks) => t(`feed.did.${entry.did}`, marks)}
          />
          <Words text={entry.text} />
        </>
      );
    case 'action':
      return (
        <>
          <strong>{acted(entry.actor)}</strong>{' '}
          <Sentence
            parts={{ player: entry.player === null ? null : named(entry.player) }}
            text={(marks) => t(`feed.action.${entry.action}`, marks)}
          />
          <Words text={entry.text} />
          {entry.outcome === 'done' ? null : (
            <span className="tag">{t(`feed.outcome.${entry.outcome}`)}</span>
          )}
        </>
      );
    case 'schedule':
      return <Scheduled entry={entry} />;
    case 'configuration':
      return (
        <>
          <strong>
            {entry.actor === null ? t('product', { ns: 'common' }) : acted(entry.actor)}
          </strong>{' '}
          {t(`feed.change.${entry.change}`)}
        </>
      );
  }
}

/** What the server did by itself, and what became of it. */
function Scheduled({ entry }: { readonly entry: Extract<FeedRow['entry'], { kind: 'schedule' }> }) {
  const { t } = useTranslation('serverDashboard');
  const { name, step, action, text, outcome, why, missed } = entry;
  const told = () => {
    if (why !== null) return t(`feed.schedule.why.${why}`);
    if (outcome === 'missed') return t('feed.schedule.outcome.missed', { count: missed ?? 1 });
    return outcome === 'done' ? null : t(`feed.schedule.outcome.${outcome}`);
  };
  const mark = told();
  const did = () => {
    if (step !== 'action') return t(`feed.schedule.${step}`);
    const { MESSAGE_PRIVATE, SERVER_KICK } = SERVER_ACTION;
    return action === MESSAGE_PRIVATE || action === SERVER_KICK
      ? t(`feed.schedule.everybody.${action}`)
      : t(`feed.action.${action}`);
  };
  return (
    <>
      <strong>{name === '' ? t('feed.schedule.by') : t('feed.schedule.job', { name })}</strong>{' '}
      {did()}
      <Words text={text} />
      {mark === null ? null : <span className="tag">{mark}</span>}
    </>
  );
}

/** What was said, behind who said it. */
function Words({ text }: { readonly text: string | null }) {
  return text === null || text === '' ? null : (
    <>
      : <q>{text}</q>
    </>
  );
}
