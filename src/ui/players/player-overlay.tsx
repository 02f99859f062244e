import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearch } from 'wouter';
import { findRoute } from '../../domain/routes/find.ts';
import { banQuestion } from '../bans/ban-question.ts';
import { entryQuestion } from '../entries/entry-question.ts';
import { playerQuestion, type AskedPlayer } from '../actions/player-question.ts';
import { useSignalValue } from '../data/use-signal.ts';
import { readAccount } from '../parts/accounts/account-address.ts';
import { readPlayer, showPlayer } from '../parts/players/player-address.ts';
import { toast } from '../parts/toasts.tsx';
import { whyQuestion } from '../parts/why-question.ts';
import { isolated } from '../text/isolated.ts';
import { playerName } from '../text/player-name.ts';

/** Dialogs come after the page that is looked at. */
const PlayerCard = lazy(async () => ({
  default: (await import('./player-card.tsx')).PlayerCard,
}));
const AccountCard = lazy(async () => ({
  default: (await import('./account-card.tsx')).AccountCard,
}));
const PlayerDialog = lazy(async () => ({
  default: (await import('../actions/player-dialog.tsx')).PlayerDialog,
}));
const BanPlayerDialog = lazy(async () => ({
  default: (await import('../bans/ban-player-dialog.tsx')).BanPlayerDialog,
}));

const AddToBucket = lazy(async () => ({
  default: (await import('./add-to-bucket.tsx')).AddToBucket,
}));

const WhyDialog = lazy(async () => ({
  default: (await import('./why/dialog.tsx')).WhyDialog,
}));

/** The card of the player or the account whom the address names, or what is being asked about somebody: over every page. */
export function PlayerOverlay() {
  const search = useSearch();
  const who = readPlayer(search);
  const account = readAccount(search);
  const question = useSignalValue(playerQuestion);
  const ban = useSignalValue(banQuestion);
  const entry = useSignalValue(entryQuestion);
  const why = useSignalValue(whyQuestion);
  useEffect(
    () => () => {
      playerQuestion.value = null;
      banQuestion.value = null;
      entryQuestion.value = null;
      whyQuestion.value = null;
    },
    [],
  );
  return (
    <Suspense>
      {question !== null ? (
        <Asked question={question} />
      ) : ban !== null ? (
        <BanPlayerDialog
          question={ban}
          onClose={() => {
            if (banQuestion.peek() === ban) banQuestion.value = null;
          }}
          onDone={() => showPlayer(null)}
        />
      ) : entry !== null ? (
        <AddToBucket
          question={entry}
          onClose={() => {
            if (entryQuestion.peek() === entry) entryQuestion.value = null;
          }}
          onDone={() => showPlayer(null)}
        />
      ) : who === null && why !== null ? (
        <WhyDialog
          why={why}
          onClose={() => {
            if (whyQuestion.peek() === why) whyQuestion.value = null;
          }}
        />
      ) : who !== null ? (
        <PlayerCard key={`${who.serverId} ${who.muster_id ?? who.id}`} {...who} />
      ) : account !== null ? (
        <AccountCard key={`${account.serverId} ${account.id}`} {...account} />
      ) : null}
    </Suspense>
  );
}

/** A question in the place of the card that it came from. */
function Asked({ question }: { readonly question: AskedPlayer }) {
  const { t } = useTranslation(['players', 'palette']);
  const [path] = useLocation();
  const { serverId, what, player } = question;
  const onDone = () => {
    showPlayer(null);
    if (showsReceipts(path)) return;
    const name = isolated(playerName(player));
    toast(t('done', { ns: 'palette', deed: t(`deed.${what}`), name }));
  };
  return (
    <PlayerDialog
      serverId={serverId}
      question={question}
      onClose={() => {
        if (playerQuestion.peek() === question) playerQuestion.value = null;
      }}
      onDone={onDone}
    />
  );
}

/** Whether the page itself says what became of what was asked. */
function showsReceipts(path: string): boolean {
  const name = findRoute(path)?.name;
  return name === 'serverDashboard' || name === 'serverWindow' || name === 'consoles';
}
