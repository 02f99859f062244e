import {
  AUTH_ROUTES,
  ROUTES,
  type AuthRouteName,
  type Found,
  type Route,
  type RouteName,
} from './routes.ts';

type Known<Name> = readonly (readonly [Name, Route])[];
const KNOWN = Object.entries(ROUTES) as unknown as Known<RouteName>;
const KNOWN_AUTH = Object.entries(AUTH_ROUTES) as unknown as Known<AuthRouteName>;

/** What a path is the address of; null where the portal has no such page. */
export function findRoute(path: string): Found | null {
  for (const [name, route] of KNOWN) {
    const params = partsOf(route, path);
    if (params !== null) return { name, params } as Found;
  }
  return null;
}

/** Which page of the sign-in site a path means; before there is an account there is but the founding. */
export function findAuthPage(path: string, founding: boolean): AuthRouteName | 'found' {
  if (founding) return 'found';
  return KNOWN_AUTH.find(([, route]) => partsOf(route, path) !== null)?.[0] ?? 'signIn';
}

/** The path of what was found, without what is below it. */
export function pathOf({ name, params }: Found): string {
  return filled(ROUTES[name].path, params);
}

/** Where an address leads at once; null where it is a page, or none. `search`: what stands behind its path. */
export function redirectOf(path: string, search = ''): string | null {
  const found = findRoute(path);
  if (found === null) return null;
  const { redirect }: Route = ROUTES[found.name];
  if (redirect === undefined) return null;
  const led = filled(redirect, found.params);
  return search === '' ? led : `${led}${led.includes('?') ? '&' : '?'}${search}`;
}

function filled(path: string, parts: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => parts[name] ?? '');
}

/** The server whose page a path is. */
export function serverOf(path: string): string | null {
  const found = findRoute(path);
  return found !== null && 'server_id' in found.params ? found.params.server_id : null;
}

/** Capital letters and a slash at the end mean nothing, as everywhere on the portal. */
function partsOf(
  { path, among, nest }: Route,
  shown: string,
): Readonly<Record<string, string>> | null {
  const wanted = split(path);
  const given = split(shown);
  if (nest === true ? given.length < wanted.length : given.length !== wanted.length) return null;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const value = given[at] ?? '';
    if (!part.startsWith(':')) {
      if (part !== value.toLowerCase()) return null;
      continue;
    }
    const name = part.slice(1);
    if (value === '' || among?.[name]?.includes(value) === false) return null;
    params[name] = value;
  }
  return params;
}

function split(path: string): readonly string[] {
  return path.replace(/^\/|\/$/g, '').split('/');
}
