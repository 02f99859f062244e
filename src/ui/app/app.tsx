import { lazy, Suspense, useEffect } from 'react';
import { Redirect, Route, Router, Switch } from 'wouter';
import type { UiComponent } from '../../protocol/session/events.ts';
import { DashboardPage } from '../dashboard/page.tsx';
import { CrashBoundary } from '../parts/crash-boundary.tsx';
import { aroundNav } from '../parts/leaving.ts';
import { Loading } from '../parts/loading.tsx';
import { ROUTES, SERVER_COMPONENT, to, WINDOW_PANEL, type ServerComponent } from '../routes.ts';
import { Bare } from '../shell/frame/bare.tsx';
import { Frame } from '../shell/frame/frame.tsx';
import { Reloadable } from '../shell/frame/reloadable.tsx';
import { ServerGate } from '../shell/gates/server-gate.tsx';
import { SignedIn } from '../shell/gates/signed-in.tsx';
import { Overlay } from '../shell/palette/overlay.tsx';
import { CareBoundary } from '../shell/reloading/care-boundary.tsx';
import { forgetAccount } from './forget-account.ts';
import { NotFoundPage } from './not-found-page.tsx';

const AddServerPage = lazy(async () => ({
  default: (await import('../add-server/page.tsx')).AddServerPage,
}));
const ServerDashboardPage = lazy(async () => ({
  default: (await import('../server-dashboard/page.tsx')).ServerDashboardPage,
}));
const InspectorPage = lazy(async () => ({
  default: (await import('../inspector/page.tsx')).InspectorPage,
}));
const ReplayPage = lazy(async () => ({
  default: (await import('../replay/page.tsx')).ReplayPage,
}));
const WallsPage = lazy(async () => ({
  default: (await import('../walls/walls-page.tsx')).WallsPage,
}));
const NewWallPage = lazy(async () => ({
  default: (await import('../walls/editor-page.tsx')).NewWallPage,
}));
const EditWallPage = lazy(async () => ({
  default: (await import('../walls/editor-page.tsx')).EditWallPage,
}));
const PairPage = lazy(async () => ({ default: (await import('../walls/pair-page.tsx')).PairPage }));
const DisplayPage = lazy(async () => ({
  default: (await import('../walls/display-page.tsx')).DisplayPage,
}));
const ConsolesPage = lazy(async () => ({
  default: (await import('../consoles/page.tsx')).ConsolesPage,
}));
const ServerWindowPage = lazy(async () => ({
  default: (await import('../consoles/window-page.tsx')).ServerWindowPage,
}));
const QuickWallPage = lazy(async () => ({
  default: (await import('../walls/screen/quick-wall-page.tsx')).QuickWallPage,
}));
const WallPage = lazy(async () => ({
  default: (await import('../walls/screen/page.tsx')).WallPage,
}));
const LogoutPage = lazy(async () => ({
  default: (await import('../auth/logout-page.tsx')).LogoutPage,
}));
const ServerPage = lazy(async () => ({ default: (await import('../server/page.tsx')).ServerPage }));

/** Every route of the portal. */
export function App() {
  useEffect(() => {
    document.documentElement.lang = 'en';
  }, []);
  return (
    <CrashBoundary>
      <Router aroundNav={aroundNav}>
        <Switch>
          <Route path={ROUTES.home}>
            <Redirect to={to.dashboard()} replace />
          </Route>
          <Route path={ROUTES.dashboard}>{page('dashboard', <DashboardPage />)}</Route>
          <Route path={ROUTES.addServer}>{page('add-server', <AddServerPage />)}</Route>
          <Route path={ROUTES.serverDashboard}>
            {({ server_id: id }) =>
              page(
                'server-dashboard',
                <ServerGate serverId={id} key={id}>
                  <ServerDashboardPage serverId={id} />
                </ServerGate>,
              )
            }
          </Route>
          <Route path={ROUTES.server}>
            {({ server_id: id }) => <Redirect to={to.server(id, 'overview')} replace />}
          </Route>
          <Route path={ROUTES.serverComponent}>
            {({ server_id: id, component }) =>
              isComponent(component) ? (
                page(
                  'server',
                  <ServerGate
                    serverId={id}
                    key={id}
                    restrictedPage={component === 'access-restricted'}
                  >
                    <ServerPage serverId={id} component={component} />
                  </ServerGate>,
                )
              ) : (
                <NotFoundPage />
              )
            }
          </Route>
          <Route path={ROUTES.serverWindow}>
            {({ server_id: id, panel: name }) => {
              const panel = WINDOW_PANEL.find((one) => one === name);
              return panel === undefined ? (
                <NotFoundPage />
              ) : (
                <SignedIn>
                  <Bare>
                    <ServerGate serverId={id} key={id}>
                      <Suspense fallback={<Loading />}>
                        <ServerWindowPage serverId={id} panel={panel} />
                      </Suspense>
                    </ServerGate>
                  </Bare>
                </SignedIn>
              );
            }}
          </Route>
          <Route path={ROUTES.consoles}>{page('server-dashboard', <ConsolesPage />)}</Route>
          <Route path={ROUTES.inspector}>{page('inspector', <InspectorPage />)}</Route>
          <Route path={ROUTES.replay} nest>
            <Suspense fallback={<Loading />}>
              <ReplayPage />
            </Suspense>
          </Route>
          <Route path={ROUTES.walls}>{page('walls', <WallsPage />)}</Route>
          <Route path={ROUTES.newWall}>{page('walls', <NewWallPage />)}</Route>
          <Route path={ROUTES.pairDisplay}>{page('walls', <PairPage />)}</Route>
          <Route path={ROUTES.editWall}>
            {({ wall_id: id }) => page('walls', <EditWallPage wallId={id} key={id} />)}
          </Route>
          <Route path={ROUTES.display}>
            <CareBoundary>
              <Suspense fallback={<Loading />}>
                <DisplayPage />
              </Suspense>
            </CareBoundary>
          </Route>
          <Route path={ROUTES.quickWall}>{whole(<QuickWallPage />)}</Route>
          <Route path={ROUTES.wall}>
            {({ wall_id: id }) => whole(<WallPage wallId={id} key={id} />)}
          </Route>
          <Route path={ROUTES.logout}>
            <Suspense fallback={<Loading />}>
              <LogoutPage forget={forgetAccount} />
            </Suspense>
          </Route>
          <Route>
            <NotFoundPage />
          </Route>
        </Switch>
      </Router>
    </CrashBoundary>
  );
}

function page(name: UiComponent, content: React.ReactNode) {
  return (
    <SignedIn>
      <Reloadable name="frame">
        <Frame>
          <Reloadable name={name}>
            <Suspense fallback={<Loading />}>{content}</Suspense>
          </Reloadable>
        </Frame>
      </Reloadable>
    </SignedIn>
  );
}

/** A page that fills the window, without a frame around it, and hangs without hands. */
function whole(content: React.ReactNode) {
  return (
    <CareBoundary>
      <SignedIn unattended>
        <Suspense fallback={<Loading />}>{content}</Suspense>
        <Overlay />
      </SignedIn>
    </CareBoundary>
  );
}

function isComponent(value: string): value is ServerComponent {
  return (SERVER_COMPONENT as readonly string[]).includes(value);
}
