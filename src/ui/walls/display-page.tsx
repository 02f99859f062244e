import './walls.css';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { clock } from '../data/clock.ts';
import { useHearHost } from '../data/host-clock.ts';
import { useOne, useWorkerState } from '../data/use-view.ts';
import { Loading } from '../parts/loading.tsx';
import { Notice } from '../parts/notice.tsx';
import { useTitle } from '../parts/title.ts';
import { useOutdated } from '../shell/gates/outdated.tsx';
import { CareBoundary } from '../shell/reloading/care-boundary.tsx';
import { ReloadsItself } from '../shell/reloading/reloads-itself.tsx';
import { PairingScreen } from './pairing-screen.tsx';
import { forgetWalls } from './screen/forget-walls.ts';
import { keepWall, readKeptWall } from './screen/kept-wall.ts';
import { Drifting } from './screen/unattended/drifting.tsx';
import { keepAwake } from './screen/unattended/wake-lock.ts';
import { WallScreen } from './screen/wall-screen.tsx';
import { useUnattendedCall } from './screen/use-unattended-call.ts';

/** `/display`: a television. It pairs itself, and from then on shows the wall that was chosen for it. */
export function DisplayPage() {
  const { t } = useTranslation('walls');
  useHearHost();
  // Also before it has a wall, which asks for itself and says where it cannot be: a television that fell
  // asleep over its code is paired by nobody.
  useEffect(() => keepAwake(() => {}), []);
  const worker = useWorkerState();
  const account = useOne({ view: 'account' }).row;
  const connection = useOne({ view: 'link' }).row?.connection;
  const outdated = useOutdated();
  const signedOut = connection?.kind === 'signed-out';
  // It is tried in vain from time to time to come back, after which nobody knows any more that it was one.
  const [revoked, setRevoked] = useState(false);
  if (signedOut && connection.reason === 'expired' && !revoked) setRevoked(true);
  if (!signedOut && account !== undefined && revoked) setRevoked(false);
  useEffect(() => {
    if (signedOut) forgetWalls('display');
  }, [signedOut]);
  if (worker.kind === 'unsupported') {
    return (
      <WithoutWall>
        <main className="lonely">
          <Notice tone="bad">{t(`unsupported.${worker.missing}`, { ns: 'frame' })}</Notice>
        </main>
      </WithoutWall>
    );
  }
  if (worker.kind === 'replaced' || (outdated && account === undefined)) return <Reloads />;
  if (signedOut) {
    return (
      <WithoutWall>
        <PairingScreen revoked={revoked} />
      </WithoutWall>
    );
  }
  const lost = connection?.kind === 'lost' || connection?.kind === 'refused';
  if (account !== undefined) {
    const { muster_id: id, position } = account;
    return <ShownWall displayId={id} position={position} lost={lost} key={id} />;
  }
  return <Waiting>{t(lost ? 'screen.unreachable' : 'screen.connecting')}</Waiting>;
}

/** The display's wall: as the host has it, or until it answers as it was shown last. */
function ShownWall({
  displayId,
  position,
  lost,
}: {
  readonly displayId: string;
  /** Of the display's stream, which tells that its wall is another. */
  readonly position: number;
  readonly lost: boolean;
}) {
  const { t } = useTranslation('walls');
  const { answer, error } = useUnattendedCall('displaySession', {}, position);
  const [kept] = useState(() => readKeptWall({ world: 'display', displayId }));
  useEffect(() => {
    if (answer !== null) keepWall({ world: 'display', displayId }, answer.wall);
  }, [answer, displayId]);
  // A wall that is shown reloads by itself, and stays to be seen until it does.
  const outdated = useOutdated();
  const wall = answer === null ? kept : answer.wall;
  if (outdated && wall === null) return <Reloads />;
  if (wall === null && answer !== null) return <NoWall name={answer.display.name} />;
  if (wall === null) {
    const unreachable = lost || error !== null;
    return <Waiting>{t(unreachable ? 'screen.unreachable' : 'screen.connecting')}</Waiting>;
  }
  return (
    <CareBoundary key={wall.wall_id}>
      <WallScreen wall={wall} />
    </CareBoundary>
  );
}

function NoWall({ name }: { readonly name: string }) {
  const { t } = useTranslation('walls');
  useTitle(name);
  return (
    <WithoutWall>
      <main className="pairing">
        <h1>{t('screen.noWall')}</h1>
        <p>{t('screen.noWallText', { name })}</p>
      </main>
    </WithoutWall>
  );
}

function Waiting({ children }: { readonly children: string }) {
  return (
    <WithoutWall>
      <main className="pairing">
        <p role="status">{children}</p>
        <Loading lines={2} />
      </main>
    </WithoutWall>
  );
}

function Reloads() {
  return (
    <WithoutWall>
      <ReloadsItself />
    </WithoutWall>
  );
}

/** What a display shows in the place of a wall can stand there for as long, so it drifts as a wall does. */
function WithoutWall({ children }: { readonly children: ReactNode }) {
  return (
    <div className="display">
      <Drifting now={clock}>{children}</Drifting>
    </div>
  );
}
