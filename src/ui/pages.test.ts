import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PAGES, SERVER_PAGES } from './pages.ts';
import { ROUTES } from './routes.ts';

const app = readFileSync(new URL('./app/app.tsx', import.meta.url), 'utf8');

it('every route is mounted, and nothing is mounted that is no route', () => {
  const mounted = [...app.matchAll(/<Route path=\{ROUTES\.(\w+)\}/g)].map(([, name]) => name);
  expect(mounted.toSorted()).toEqual(Object.keys(ROUTES).toSorted());
  expect(app.match(/<Route path=(?!\{ROUTES\.)/g)).toBeNull();
});

it('every address that needs nothing but itself is a page of the palette, but for the first and that of televisions', () => {
  const others: readonly string[] = [ROUTES.home, ROUTES.display];
  const plain = Object.values(ROUTES).filter(
    (path) => !path.includes(':') && !others.includes(path),
  );
  const known = PAGES.map(({ href }) => href.split('?')[0]);
  expect(plain.filter((path) => !known.includes(path))).toEqual([]);
});

it('no two pages have one name, one address or one letter', () => {
  const different = (values: readonly unknown[]) =>
    expect(new Set(values).size).toBe(values.length);
  different([...PAGES, ...SERVER_PAGES].map(({ name }) => name));
  different(PAGES.map(({ href }) => href));
  different(PAGES.flatMap(({ key }) => key ?? []));
  different(SERVER_PAGES.map(({ href }) => href('x')));
});
