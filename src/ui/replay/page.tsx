import './replay.css';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpeningProgress } from '../../worker/replay/contract.ts';
import { ConnectionContext } from '../data/use-view.ts';
import { useTitle } from '../parts/title.ts';
import { Toasts, toast } from '../parts/toasts.tsx';
import { readMoment } from './address.ts';
import { Chooser } from './chooser.tsx';
import { openReplay, type Opening, type OpeningFailed, type OpenReplay } from './connect.ts';
import { OpeningNotice } from './opening-notice.tsx';
import { ReplayedPortal } from './replayed-portal.tsx';

type State =
  | { readonly kind: 'choosing'; readonly failed: OpeningFailed | null }
  | { readonly kind: 'opening'; readonly bytes: number; readonly progress: OpeningProgress | null }
  | { readonly kind: 'open'; readonly replay: OpenReplay };

/** `/replay`: choose a recording, and look at the portal at any moment of it. */
export function ReplayPage() {
  const { t } = useTranslation('replay');
  useTitle(t('title'));
  const [state, setState] = useState<State>({ kind: 'choosing', failed: null });
  // The screens change the address as soon as they show: what it asked for is read before.
  const [wanted] = useState(() => readMoment(location.hash));
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
    const begun = openReplay(file, (progress) => setState({ kind: 'opening', bytes, progress }));
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
    setState({ kind: 'open', replay: opened });
  };
  const choose = () => {
    giveUp();
    setState({ kind: 'choosing', failed: null });
  };

  if (state.kind === 'open') {
    return (
      <ConnectionContext value={state.replay.connection}>
        <ReplayedPortal replay={state.replay} onOther={choose} />
      </ConnectionContext>
    );
  }
  return (
    <>
      {state.kind === 'opening' ? (
        <OpeningNotice bytes={state.bytes} progress={state.progress} onCancel={choose} />
      ) : (
        <Chooser
          failed={state.failed}
          wanted={wanted}
          onFile={(file) => void open(file).catch(reportError)}
        />
      )}
      <Toasts />
    </>
  );
}
