import { IdCard } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouter } from 'wouter';
import { findRoute } from '../../domain/routes/find.ts';
import { to } from '../../domain/routes/routes.ts';
import type { PlayerView } from '../../domain/queries.ts';
import type { AccountRow } from '../../domain/rows.ts';
import type { ServerStanding } from '../../domain/servers/status.ts';
import { banQuestion } from '../bans/ban-question.ts';
import { entryQuestion } from '../entries/entry-question.ts';
import { playerQuestion } from '../actions/player-question.ts';
import { reasonText, whyNot } from '../actions/why-not.ts';
import { useReplaying } from '../data/use-view.ts';
import { Button, ButtonLink } from '../parts/button.tsx';
import { playerHref } from '../parts/players/player-address.ts';
import { isolated } from '../text/isolated.ts';
import { playerName } from '../text/player-name.ts';
import { PLAYER_DEEDS } from './deeds.ts';
import type { Person } from './use-person.ts';

/** Who it is, and as whom they are on the server, if they are. */
type Acted = Pick<Person, 'id' | 'muster_id' | 'name' | 'ready'> & {
  readonly here: Pick<PlayerView, 'id' | 'name'> | undefined;
};

/** All that the viewer may do about a player; what cannot be done now says why. */
export function CardDeeds({
  server,
  account,
  person,
  elsewhere,
  onNotes,
}: {
  readonly server: ServerStanding;
  readonly account: AccountRow;
  readonly person: Acted;
  /** Whether it leads to what is known of them on other servers. */
  readonly elsewhere: boolean;
  readonly onNotes: () => void;
}) {
  const { t } = useTranslation(['players', 'serverDashboard']);
  const replaying = useReplaying();
  const reason = useId();
  const { here, ready, muster_id, name } = person;
  if (replaying) {
    return (
      <>
        <p className="soft">{t('why.replaying', { ns: 'serverDashboard' })}</p>
        <LiveCard serverId={server.id} muster_id={muster_id} />
      </>
    );
  }
  const deeds = PLAYER_DEEDS.filter(
    ({ offered, action }) => offered(account, server.id) && (action !== null || muster_id !== null),
  ).map((deed) => {
    const { action } = deed;
    const why = action === null ? null : whyNot(server, action);
    if (action !== null && why !== null) return { deed, why: reasonText(why, server, action) };
    const isGone = action !== null && ready && here === undefined;
    const who = name === '' ? t('nobody') : isolated(name);
    return { deed, why: isGone ? t('gone', { name: who }) : null };
  });
  const profile = elsewhere && muster_id !== null ? to.profile(muster_id) : null;
  if (deeds.length === 0 && profile === null) return null;
  const reasons = [...new Set(deeds.flatMap(({ why }) => why ?? []))];
  return (
    <div className="player-deeds">
      <div className="actions">
        {deeds.map(({ deed: { name: deed, icon: Icon, danger, action, opens }, why }) => (
          <Button
            key={deed}
            icon={<Icon />}
            kind={danger === true ? 'danger' : 'plain'}
            why={why === null ? undefined : `${reason}-${reasons.indexOf(why)}`}
            still={action !== null && here === undefined}
            onClick={() => {
              if (opens === 'notes') onNotes();
              else if (opens === 'ban' || opens === 'entry') {
                const player = { id: person.id, muster_id, name };
                const question = opens === 'ban' ? banQuestion : entryQuestion;
                question.value = { serverId: server.id, player };
              } else if (here !== undefined) {
                const player = { id: here.id, muster_id, name: playerName(here) };
                playerQuestion.value = { what: opens, serverId: server.id, player };
              }
            }}
          >
            {t(`deed.${deed}`)}
          </Button>
        ))}
        {profile === null ? null : (
          <ButtonLink href={profile} icon={<IdCard />}>
            {t('profile')}
          </ButtonLink>
        )}
      </div>
      {reasons.map((text, index) => (
        <p key={text} id={`${reason}-${index}`} className="soft">
          {text}
        </p>
      ))}
    </div>
  );
}

/** From the past of this host to the card on which something can be done about them; nothing in a recording's file. */
function LiveCard({ serverId, muster_id }: Pick<Person, 'muster_id'> & { serverId: string }) {
  const { t } = useTranslation('players');
  const { base } = useRouter();
  if (muster_id === null || findRoute(base)?.name !== 'past') return null;
  return (
    <div className="actions">
      <ButtonLink href={`~${playerHref({ serverId, id: '', muster_id })}`}>{t('live')}</ButtonLink>
    </div>
  );
}
