import { expect, it } from 'vitest';
import { findRoute } from '../../domain/routes/find.ts';
import { ROUTES, type Route } from '../../domain/routes/routes.ts';
import { PORTAL } from './reach.ts';

const { pages, serverPages, links } = PORTAL;

it('every address that needs nothing but itself is a page of the palette, but for where nobody goes by themselves', () => {
  const plain = (Object.values(ROUTES) as Route[]).filter(
    ({ path, redirect, later }) =>
      !path.includes(':') && redirect === undefined && later === undefined,
  );
  const known = pages.map(({ href }) => href.split('?')[0]);
  const left = plain.map(({ path }) => path).filter((path) => !known.includes(path));
  expect(left).toEqual([ROUTES.dummy, ROUTES.upgrade, ROUTES.display].map(({ path }) => path));
});

it('leads to pages that there are', () => {
  const hrefs = [...pages, ...links].map(({ href }) => href);
  for (const href of [...hrefs, ...serverPages.map((page) => page.href('x'))]) {
    expect(findRoute(href.split('?')[0] ?? '')).not.toBeNull();
  }
});

it('no two pages have one name, one address or one letter', () => {
  const different = (values: readonly unknown[]) =>
    expect(new Set(values).size).toBe(values.length);
  different([...pages, ...serverPages].map(({ name }) => name));
  different(pages.map(({ href }) => href));
  different(pages.flatMap(({ key }) => key ?? []));
  different(serverPages.map(({ href }) => href('x')));
});
