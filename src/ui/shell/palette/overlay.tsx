import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { serverOf } from '../../../domain/routes/find.ts';
import { useHearHost } from '../../data/host-clock.ts';
import { useSignalValue } from '../../data/use-signal.ts';
import { useOne, useReplaying } from '../../data/use-view.ts';
import type { Ask } from './deeds.ts';
import { rememberRecent } from './recent.ts';
// It hears what has the focus before the first dialog is there.
import '../../parts/final-focus.ts';
import { Toasts } from '../../parts/toasts.tsx';
import { whenIdle } from '../../parts/when-idle.ts';
import { closePalette, helpOpen, paletteOpen } from '../keys/overlays.ts';
import { useReach } from '../keys/reach.ts';
import { useShortcuts } from '../keys/shortcuts.ts';
import { EarlyField } from './early-field.tsx';

/** Dialogs come after the page that is looked at. */
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const AskDialog = lazy(async () => ({
  default: (await import('./ask-dialog.tsx')).AskDialog,
}));
const ShortcutHelp = lazy(async () => ({
  default: (await import('../keys/shortcut-help.tsx')).ShortcutHelp,
}));
const PlayerOverlay = lazy(async () => {
  await whenIdle();
  return { default: (await import('../../players/player-overlay.tsx')).PlayerOverlay };
});

/** Palette, help, toasts and the keys that open them: with every page, whatever stands around it. */
export function Overlay() {
  const palette = useSignalValue(paletteOpen);
  const help = useSignalValue(helpOpen);
  const [ask, setAsk] = useState<Ask | null>(null);
  const reach = useReach();
  const serverId = useServerHere();
  useShortcuts(reach);
  useHearHost();
  return (
    <>
      {palette ? (
        <Suspense fallback={<EarlyField onClose={closePalette} />}>
          <Palette reach={reach} serverId={serverId} onAsk={setAsk} onClose={closePalette} />
        </Suspense>
      ) : null}
      <Suspense>
        {help ? (
          <ShortcutHelp
            reach={reach}
            onClose={() => {
              helpOpen.value = false;
            }}
          />
        ) : null}
        {ask === null ? null : <AskDialog ask={ask} onClose={() => setAsk(null)} />}
      </Suspense>
      <Suspense>
        <PlayerOverlay />
      </Suspense>
      <Toasts />
    </>
  );
}

/** The server whose page is looked at; a live one is remembered as one that was opened. */
function useServerHere(): string | null {
  const replaying = useReplaying();
  const musterId = useOne({ view: 'account' }).row?.muster_id;
  const [path] = useLocation();
  const id = serverOf(path);
  useEffect(() => {
    if (replaying || id === null || musterId === undefined) return;
    rememberRecent(musterId, `server:${id}`);
  }, [id, musterId, replaying]);
  return id;
}
