import './replay.css';
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Router } from 'wouter';
import { useBrowserLocation } from 'wouter/use-browser-location';
import type { OpeningProgress } from '../../worker/replay/contract.ts';
import { ConnectionContext } from '../data/use-view.ts';
import { aroundNav } from '../parts/navigation-guard.ts';
import { toast } from '../parts/toasts.tsx';
import { ReachContext, useReach, type Reach } from '../shell/keys/reach.ts';
import { Overlay } from '../shell/palette/overlay.tsx';
import { readMoment, type SharedMoment } from './address.ts';
import { Chooser } from './chooser.tsx';
import { openReplay, type Opening, type OpeningFailed, type OpenReplay } from './connect.ts';
import { OpeningNotice } from './opening-notice.tsx';
import { askForFile, offerFile } from './other-tabs.ts';
import { ReplayedPortal } from './replayed-portal.tsx';
import { useDroppedFile } from './use-dropped-file.ts';

type State =
  | { readonly kind: 'choosing'; readonly failed: OpeningFailed | null }
  | { readonly kind: 'opening'; readonly bytes: number; readonly progress: OpeningProgress | null }
  | { readonly kind: 'open'; readonly replay: OpenReplay; readonly file: Blob };

/** `/replay`: choose a recording, and look at the portal at any moment of it, by its `screens`. */
export function ReplayPage({ screens }: { readonly screens: ReactNode }) {
  const { t } = useTranslation('replay');
  const reach = useReach();
  const reaches = useMemo(
    () => ({ replayed: replayedReach(reach), chooser: chooserReach(reach) }),
    [reach],
  );
  const [state, setState] = useState<State>({ kind: 'choosing', failed: null });
  // The screens change the address as soon as they show: what it asked for is read before.
  const [wanted, setWanted] = useState(() => readMoment(location.hash));
  const opening = useRef<Opening | null>(null);
  const giveUp = () => {
    opening.current?.cancel();
    opening.current = null;
  };
  useEffect(() => giveUp, []);

  const open = async (file: Blob) => {
    giveUp();
    const bytes = file.size;
    setState({ kind: 'opening', bytes, progress: null });
    const begun = openReplay(file, (progress) => {
      // What was on its way when the opening ended comes late.
      if (opening.current !== begun) return;
      setState((now) => (now.kind === 'opening' ? { kind: 'opening', bytes, progress } : now));
    });
    opening.current = begun;
    const opened = await begun.opened;
    if (opening.current !== begun) return;
    if (typeof opened === 'string') {
      setState({ kind: 'choosing', failed: opened });
      return;
    }
    const { recording, controls } = opened;
    if (wanted !== null && wanted.recording === recording.fingerprint) {
      await controls.seekEvent(wanted.event);
    } else if (wanted !== null) {
      const { fingerprint } = recording;
      toast(t('otherRecording', { wanted: wanted.recording, recording: fingerprint }), 'warn');
    }
    setWanted(null);
    setState({ kind: 'open', replay: opened, file });
  };
  const choose = () => {
    giveUp();
    setState({ kind: 'choosing', failed: null });
  };

  const take = (file: Blob) => void open(file).catch(reportError);
  const over = useDroppedFile(take);
  useFilesOfTabs(state, wanted, take);

  if (state.kind === 'open') {
    return (
      <ConnectionContext value={state.replay.connection}>
        <ReachContext value={reaches.replayed}>
          <ReplayedPortal
            key={state.replay.recording.fingerprint}
            replay={state.replay}
            screens={screens}
            onOther={choose}
          />
        </ReachContext>
      </ConnectionContext>
    );
  }
  return (
    <>
      {state.kind === 'opening' ? (
        <OpeningNotice bytes={state.bytes} progress={state.progress} onCancel={choose} />
      ) : (
        <Chooser failed={state.failed} wanted={wanted} over={over} onFile={take} />
      )}
      {/* No recording is shown yet: addresses are the portal's. */}
      <Router hook={useBrowserLocation} aroundNav={aroundNav}>
        <ReachContext value={reaches.chooser}>
          <Overlay />
        </ReachContext>
      </Router>
    </>
  );
}

/** What an address names is asked for in the other tabs; what is open here is given to them. */
function useFilesOfTabs(
  state: State,
  wanted: SharedMoment | null,
  take: (file: Blob) => void,
): void {
  const received = useEffectEvent((file: Blob) => {
    if (state.kind === 'choosing') take(file);
  });
  useEffect(() => {
    if (wanted !== null) return askForFile(wanted.recording, (file) => received(file));
  }, [wanted]);
  const open = state.kind === 'open' ? state : null;
  const recording = open?.replay.recording.fingerprint;
  const file = open?.file;
  useEffect(() => {
    if (recording !== undefined && file !== undefined) return offerFile(recording, file);
  }, [recording, file]);
}

/** Where the palette and the keys lead from a recording: to the pages that it is shown on. */
export function replayedReach(reach: Reach): Reach {
  const replayed = (page: { readonly replayed?: true }) => page.replayed === true;
  return {
    ...reach,
    from: 'replay',
    pages: reach.pages.filter(replayed),
    serverPages: reach.serverPages.filter(replayed),
    links: reach.links.filter(replayed),
  };
}

/** All of the portal: nothing is shown yet that one would lose. */
function chooserReach(reach: Reach): Reach {
  return { ...reach, from: 'chooser' };
}
