import { Fragment, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Redirect, Router, useLocation, useSearch } from 'wouter';
import { findRoute, pathOf } from '../../domain/routes/find.ts';
import { lead } from '../../domain/routes/gates.ts';
import { ROUTES, type Found, type Route, to } from '../../domain/routes/routes.ts';
import type { UiComponent } from '../../protocol/session/events.ts';
import { useMinute } from '../data/clock.ts';
import { useOne, useReloads, useReplaying } from '../data/use-view.ts';
import { ButtonLink } from '../parts/button.tsx';
import { CrashBoundary } from '../parts/crash-boundary.tsx';
import { aroundNav } from '../parts/navigation-guard.ts';
import { Loading } from '../parts/loading.tsx';
import { useLocale } from '../parts/locale.ts';
import { readPage } from '../parts/read-page.tsx';
import { useTitle } from '../parts/title.ts';
import { Bare } from '../shell/frame/bare.tsx';
import { Frame } from '../shell/frame/frame.tsx';
import { SignedIn } from '../shell/gates/signed-in.tsx';
import { ReachContext } from '../shell/keys/reach.ts';
import { Overlay } from '../shell/palette/overlay.tsx';
import { CareBoundary } from '../shell/reloading/care-boundary.tsx';
import { writeNumbersBy } from '../text/numbers.ts';
import { PORTAL, SERVED } from './reach.ts';
import type { Screen, Surrounding } from './screen.ts';
import { SCREENS, type ScreenName } from './screens.tsx';

/** Of the pages of one server, which are loaded by themselves too. */
const ServerGate = readPage(() => import('../shell/gates/server-gate.tsx'), 'ServerGate');

/** The portal: the screen of the address, and what stands around it. */
export function App() {
  const replaying = useReplaying();
  useEffect(() => {
    document.documentElement.lang = 'en';
  }, []);
  return (
    <CrashBoundary>
      <ReachContext value={replaying ? SERVED : PORTAL}>
        <Router aroundNav={aroundNav}>
          <Shown />
        </Router>
      </ReachContext>
    </CrashBoundary>
  );
}

function Shown() {
  const [path] = useLocation();
  const found = findRoute(path);
  if (found === null) return <NotFoundPage />;
  // Whoever is not there is led nowhere, and gets up again by what stands around the screen.
  if (isScreen(found) && isUnattended(SCREENS[found.name])) return <Around found={found} />;
  return <Led path={path} found={found} />;
}

/** A page that is shown to whom the table of routes leads there. */
function Led({ path, found }: { readonly path: string; readonly found: Found }) {
  const search = useSearch();
  const replaying = useReplaying();
  const { row: account } = useOne({ view: 'account' });
  // What changes while somebody looks at a page leads them away with the next.
  const [come, setCome] = useState({ path, account });
  const stays = path === come.path && account?.muster_id === come.account?.muster_id;
  if (!stays) setCome({ path, account });
  // Nobody has signed in to a recording.
  const asked = replaying ? undefined : stays ? come.account : account;
  const led = lead(path, asked, useMinute(), search);
  if (led.kind === 'away') return <Redirect to={led.to} replace key={led.to} />;
  if (isScreen(found)) return <Around found={found} />;
  if (replaying) return <NotFoundPage />;
  // Where it leads comes with the account, and of a server's page with what is known of its server.
  const away =
    'server_id' in found.params ? (
      <ServerGate serverId={found.params.server_id} key={found.params.server_id}>
        <Redirect to={to.dashboard()} replace />
      </ServerGate>
    ) : null;
  return (
    <SignedIn>
      <Suspense fallback={<Loading />}>{away}</Suspense>
    </SignedIn>
  );
}

/** Has numbers in texts written by the account's locale. Whatever fails here is seen to as what fails on the screen. */
function Numbers(): null {
  const locale = useLocale();
  useEffect(() => writeNumbersBy(locale), [locale]);
  return null;
}

function isUnattended({ around }: Surrounding): boolean {
  return around === 'wall' || around === 'display';
}

function isScreen(found: Found): found is Found<ScreenName> {
  return Object.hasOwn(SCREENS, found.name);
}

function show<Name extends ScreenName>({ name, params }: Found<Name>): ReactNode {
  return SCREENS[name].show(params);
}

function Around({ found }: { readonly found: Found<ScreenName> }) {
  const route: Route = ROUTES[found.name];
  const screen: Surrounding & Pick<Screen<ScreenName>, 'useTitle'> = SCREENS[found.name];
  const shown =
    route.nest === true ? <Router base={pathOf(found)}>{show(found)}</Router> : show(found);
  const content = (
    <Suspense fallback={<Loading />}>
      <Numbers />
      {screen.useTitle === null ? null : (
        // It waits for its texts by itself: the page's file is read meanwhile, and shows as soon as it has come.
        <Suspense>
          <Title useText={screen.useTitle} key={found.name} />
        </Suspense>
      )}
      {route.gate === 'server' && 'server_id' in found.params ? (
        <ServerGate
          serverId={found.params.server_id}
          key={found.params.server_id}
          restrictedPage={
            'component' in found.params && found.params.component === 'access-restricted'
          }
        >
          {shown}
        </ServerGate>
      ) : (
        shown
      )}
    </Suspense>
  );
  const unattended = isUnattended(screen);
  const framed = frame(screen, content);
  const guarded =
    route.guard === 'account' ? <SignedIn unattended={unattended}>{framed}</SignedIn> : framed;
  return unattended ? <CareBoundary>{guarded}</CareBoundary> : guarded;
}

/** A part of the portal that is mounted again when the operator asks for it (`ui:reload:components`). */
export function Reloadable({
  name,
  children,
}: {
  readonly name: UiComponent;
  readonly children: ReactNode;
}) {
  return <Fragment key={useReloads(name)}>{children}</Fragment>;
}

/** Names the page in the browser's tab. */
function Title({ useText }: { readonly useText: () => string }) {
  useTitle(useText());
  return null;
}

function frame(screen: Surrounding, content: ReactNode): ReactNode {
  switch (screen.around) {
    case 'shell':
      return (
        <Reloadable name="frame">
          <Frame>
            <Reloadable name={screen.reloads}>{content}</Reloadable>
          </Frame>
        </Reloadable>
      );
    case 'window':
      return <Bare>{content}</Bare>;
    case 'wall':
      return (
        <>
          {content}
          <Overlay />
        </>
      );
    case 'display':
    case 'nothing':
      return content;
  }
}

/** Any address that is none of the portal's; shows without a session. */
function NotFoundPage() {
  const { t } = useTranslation('frame');
  useTitle(t('notFound.title'));
  return (
    <main className="lonely">
      <h1>{t('notFound.title')}</h1>
      <p className="soft">{t('notFound.text')}</p>
      <ButtonLink href={to.dashboard()} kind="primary">
        {t('notFound.action')}
      </ButtonLink>
    </main>
  );
}
