import { useTranslation } from 'react-i18next';
import type { CallInput } from '../../worker/contract.ts';
import { AlsoBanned } from '../bans/known/also-banned.tsx';
import { useCall } from '../parts/use-call.ts';
import { useSettled } from '../parts/use-settled.ts';

/** Whoever types on is not asked about what they have typed so far. */
const SETTLES_MS = 400;

type Who = NonNullable<CallInput<'bansNaming'>['query']>;

/** What keeps somebody out already who is to be banned, once it is typed by what. */
export function BannedAlready({ who }: { readonly who: Who }) {
  const typed = JSON.stringify(who);
  const settled = useSettled(typed, SETTLES_MS);
  return (
    <div role="status">
      {typed === settled && Object.keys(who).length > 0 ? <Found key={typed} who={who} /> : null}
    </div>
  );
}

function Found({ who }: { readonly who: Who }) {
  const { t } = useTranslation('bans');
  const bans = useCall('bansNaming', { query: who }).answer?.bans ?? [];
  const title = who.address === undefined ? 'also.already' : 'also.address';
  return <AlsoBanned bans={bans} title={t(title, { count: bans.length })} />;
}
