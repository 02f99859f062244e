import './past.css';
import '../replay/replay.css';
import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { present } from '../data/clock.ts';
import { useSignalValue } from '../data/use-signal.ts';
import { ReplayedPortal } from '../replay/replayed-portal.tsx';
import { PastBanner, type Jump } from './past-banner.tsx';
import { PastNotices } from './past-notices.tsx';
import type { OpenPast } from './use-past.ts';
import type { PastServer } from './past-server.ts';

/** Less than that between two moments is none: an address has whole seconds. */
const SECOND = 1_000;

/** The portal's screens at a moment of a server's past; the address says which, wherever it is moved to. */
export function PastScreens({
  past,
  at,
  server,
  failed,
  jump,
  children,
}: {
  readonly past: OpenPast;
  readonly at: number;
  readonly server: PastServer;
  /** Where one went from here, nothing could be looked up. */
  readonly failed: boolean;
  readonly jump: Jump;
  readonly children: ReactNode;
}) {
  const { replay, from, until } = past;
  const [path, navigate] = useLocation();
  const search = useSearch();
  const moment = useSignalValue(replay.moment);
  const here = useRef({ path, search, at });
  here.current = { path, search, at };

  // An address that ends with the moment is of the server, and not of a list with this one alone.
  useEffect(() => {
    if (path === '/') navigate(to.serverDashboard(server.id), { replace: true });
  }, [path, navigate, server.id]);

  const go = (wanted: number, step = true) => {
    const now = present();
    const address = to.past(server.id, Math.min(wanted, now), here.current.path);
    const behind = here.current.search === '' ? '' : `?${here.current.search}`;
    navigate(`~${address}${behind}`, { replace: !step });
  };
  const goLatest = useRef(go);
  goLatest.current = go;

  // Somebody went to another moment of this stretch; what plays stands still there.
  useEffect(() => {
    const stands = replay.moment.peek();
    if (at < from || at > until) return;
    if (Math.abs((stands.at ?? 0) - at) < SECOND) return;
    void replay.controls.seekMoment(at);
  }, [replay, from, until, at]);
  // The time line was moved: the address follows, and nothing is left behind to go back through.
  useEffect(() => {
    if (moment.speed !== null || moment.at === null) return;
    if (Math.abs(moment.at - here.current.at) >= SECOND) goLatest.current(moment.at, false);
  }, [moment]);

  return (
    <ReplayedPortal
      replay={replay}
      screens={children}
      past={{
        banner: (
          <PastBanner
            server={server}
            at={moment.at ?? at}
            failed={failed}
            mayJump={past.kept.feed !== null}
            jump={jump}
            onMoment={go}
          />
        ),
        notices: (
          <PastNotices
            serverId={server.id}
            past={past}
            at={moment.at ?? at}
            added={server.added}
            timezone={server.timezone}
          />
        ),
      }}
    />
  );
}
