import { useTranslation } from 'react-i18next';
import { collisions, type Collision, type Plan } from '../../domain/actions/collision.ts';
import type { FeedEntry } from '../../protocol/feed/fields.ts';
import { useNow } from '../data/clock.ts';
import { hostTime } from '../data/host-clock.ts';
import { useOne, useRows } from '../data/use-view.ts';
import { useLocale } from '../parts/locale.ts';
import { Name } from '../parts/players/name.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { useWholePersons } from '../parts/players/use-whole-persons.ts';
import { formatDuration } from '../text/format.ts';

const KINDS: readonly FeedEntry['kind'][] = ['action', 'kick', 'rcon-admin'];
const LOOKED_AT = 40;
const SHOWN = 3;

/** Says what somebody did on the same player or server just now, before it is doubled; live. */
export function CollisionNotice({
  serverId,
  plan,
  othersOnly = false,
  at,
}: {
  readonly serverId: string;
  readonly plan: Plan;
  /** Leaves out what the same account did: where it shows anyway. */
  readonly othersOnly?: boolean;
  /** The server's name, where notices of several stand together. */
  readonly at?: string;
}) {
  const { t } = useTranslation('serverDashboard');
  const now = useNow();
  const feed = useRows({ view: 'feed', server_id: serverId, kinds: KINDS, limit: LOOKED_AT }).rows;
  const intentions = useRows({ view: 'intentions', server_id: serverId }).rows;
  const me = useOne({ view: 'account' }).row?.muster_id ?? '';
  const who = useWholePersons(serverId);
  const host = hostTime(now);
  const found = collisions(plan, { feed, intentions, me, who }, host, now)
    .filter(({ own }) => !own || !othersOnly)
    .slice(0, SHOWN);
  return (
    <div className="collision" role="status">
      {found.length === 0 ? null : (
        <>
          <strong>
            {at === undefined ? t('collision.title') : t('collision.titleAt', { name: at })}
          </strong>
          <ul>
            {found.map((collision) => (
              <li key={collision.id}>
                <Said collision={collision} name={plan.player?.name} host={host} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function Said({
  collision: { by, own, did, at },
  name,
  host,
}: {
  readonly collision: Collision;
  readonly name: string | undefined;
  readonly host: number;
}) {
  const { t } = useTranslation('serverDashboard');
  const locale = useLocale();
  const who = own ? t('collision.you') : (by?.display_name ?? t('collision.other'));
  const seconds = Math.max(0, Math.floor((host - at) / 1_000));
  const ago =
    seconds === 0
      ? t('collision.now')
      : t('collision.ago', { ago: formatDuration(seconds, locale) });
  const player = { player: <Name>{name}</Name> };
  return (
    <>
      {did.kind === 'kicked' ? null : (
        <>
          <strong>
            <bdi>{who}</bdi>
          </strong>{' '}
        </>
      )}
      {did.kind === 'action' ? (
        <Sentence parts={player} text={(marks) => t(`feed.action.${did.action}`, marks)} />
      ) : did.kind === 'kicked' ? (
        <Sentence parts={player} text={(marks) => t('feed.kick.plain', marks)} />
      ) : (
        t('collision.said')
      )}
      {did.kind !== 'action' || did.state === 'done' ? null : (
        <span className="tag">
          {did.state === 'pending' ? t('collision.pending') : t(`feed.outcome.${did.state}`)}
        </span>
      )}{' '}
      <span className="soft numeric" aria-live="off">
        {ago}
      </span>
    </>
  );
}
