import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { findAuthPage, findRoute, redirectOf, serverOf } from './find.ts';
import { AUTH_ROUTES, ROUTES, to, type Route } from './routes.ts';

const id = fc.stringMatching(/^[0-9a-f]{24}$/);

it('the sign-in site is told where the person was, and whether a session ended', () => {
  const { path } = AUTH_ROUTES.signIn;
  expect(to.signIn('/a?b=c')).toBe(`${path}?next=%2Fa%3Fb%3Dc`);
  expect(to.signIn('/', true)).toBe(`${path}?next=%2F&expired`);
});

it('finds every address that the portal builds', () => {
  fc.assert(
    fc.property(id, (one) => {
      const built = {
        dashboard: to.dashboard(),
        serverDashboard: to.serverDashboard(one),
        addServer: to.addServer(),
        serverComponent: to.server(one, 'logs-server'),
        serverWindow: to.serverWindow(one, 'feed'),
        consoles: to.consoles(),
        inspector: to.inspector(),
        walls: to.walls(),
        newWall: to.newWall(),
        pairDisplay: to.pairDisplay(),
        editWall: to.editWall(one),
        display: to.display(),
        replay: to.replay(),
        quickWall: to.quickWall(''),
        wall: to.wall(one),
        logout: to.logout(),
        upgrade: to.upgrade('/').split('?')[0] ?? '',
      };
      for (const [name, path] of Object.entries(built)) {
        expect(findRoute(path)?.name).toBe(name);
        expect(findRoute(`${path}/`)?.name).toBe(name);
        const oneOfSome = name === 'serverComponent' || name === 'serverWindow';
        expect(findRoute(path.toUpperCase())?.name).toBe(oneOfSome ? undefined : name);
      }
    }),
  );
});

it('no route is hidden behind another', () => {
  for (const [name, route] of Object.entries(ROUTES) as [string, Route][]) {
    const path = route.path.replace(
      /:(\w+)/g,
      (_, part: string) => route.among?.[part]?.[0] ?? 'x',
    );
    expect(findRoute(path)?.name).toBe(name);
  }
});

it('tells the parts of a path as they are written', () => {
  expect(findRoute('/server/Ab/overview')).toEqual({
    name: 'serverComponent',
    params: { server_id: 'Ab', component: 'overview' },
  });
  expect(findRoute('/server/ab/unknown')).toBeNull();
  expect(findRoute('/server/ab/window/chat')).toBeNull();
  expect(findRoute('/dashboard/')?.name).toBe('dashboard');
  expect(findRoute('/elsewhere')).toBeNull();
});

it('a replay has the portal below it, and a page whose name begins alike has not', () => {
  expect(findRoute('/replay/dashboard')?.name).toBe('replay');
  expect(findRoute('/replayed')).toBeNull();
});

it('leads on from what is no page, and from nothing else', () => {
  expect(redirectOf('/')).toBe('/dashboard');
  expect(redirectOf('/server/ab')).toBe('/server/ab/overview');
  expect(redirectOf('/dashboard/ab/charts', 'span=7d')).toBe('/dashboard/ab?panel=chart&span=7d');
  expect(redirectOf('/server/ab/settings', 'a=b')).toBe('/server/ab/overview?part=settings&a=b');
  expect(redirectOf('/', 'game=1')).toBe('/dashboard?game=1');
  expect(redirectOf('/dashboard')).toBeNull();
  expect(redirectOf('/elsewhere')).toBeNull();
});

it('every redirect leads to a page, some by another', () => {
  for (const { redirect } of Object.values(ROUTES) as Route[]) {
    if (redirect === undefined) continue;
    const last = redirectOf(redirect) ?? redirect;
    expect(redirectOf(last)).toBeNull();
    expect(findRoute(last.split('?')[0] ?? last)).not.toBeNull();
  }
});

it('knows the server of its dashboard, its pages and its windows', () => {
  expect(serverOf('/dashboard/ab')).toBe('ab');
  expect(serverOf('/server/ab/overview')).toBe('ab');
  expect(serverOf('/server/ab/window/console')).toBe('ab');
  expect(serverOf('/walls/ab')).toBeNull();
});

it('finds each page of the sign-in site, and signing in where it knows no such page', () => {
  for (const [name, { path }] of Object.entries(AUTH_ROUTES)) {
    expect(findAuthPage(path, false)).toBe(name);
    expect(findAuthPage(`${path.toUpperCase()}/`, false)).toBe(name);
  }
  expect(findAuthPage('/auth/elsewhere', false)).toBe('signIn');
});

it('has nothing but the founding before there is an account', () => {
  for (const { path } of Object.values(AUTH_ROUTES)) expect(findAuthPage(path, true)).toBe('found');
});
