import { createRoot } from 'react-dom/client';
import type { ReactNode } from 'react';
import { Router } from 'wouter';
import type { Connection } from '../data/connect.ts';
import { ConnectionContext } from '../data/use-view.ts';
import { aroundNav } from '../parts/navigation-guard.ts';
import { Toasts } from '../parts/toasts.tsx';
import { PlayerOverlay } from '../players/player-overlay.tsx';
import { ReachContext } from '../shell/keys/reach.ts';
import { Overlay } from '../shell/palette/overlay.tsx';
import { PORTAL, SERVED } from './reach.ts';

/** Draws a screen at an address as the portal does, and what lies over it; answers how to take it away. */
export function draw(
  screen: ReactNode,
  connection: Connection,
  address: string,
  over: ReactNode = (
    <>
      <PlayerOverlay />
      <Toasts />
    </>
  ),
): () => void {
  const before = location.href;
  history.pushState(null, '', address);
  const element = document.body.appendChild(document.createElement('div'));
  element.id = 'root';
  const root = createRoot(element);
  root.render(
    <ConnectionContext value={connection}>
      <ReachContext value={connection.replaying ? SERVED : PORTAL}>
        <Router aroundNav={aroundNav}>
          {screen}
          {over}
        </Router>
      </ReachContext>
    </ConnectionContext>,
  );
  return () => {
    root.unmount();
    element.remove();
    history.pushState(null, '', before);
  };
}

/** Draws a page that can be clicked into, with a field, under what lies over every page. */
export function drawUnderOverlay(connection: Connection): () => void {
  return draw(
    <>
      <main tabIndex={-1} id="content">
        <h1>a page</h1>
        <input aria-label="a field" />
      </main>
    </>,
    connection,
    '/dashboard',
    <Overlay />,
  );
}
