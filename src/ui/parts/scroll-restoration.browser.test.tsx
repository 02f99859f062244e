import { useRef } from 'react';
import { afterEach, expect, it } from 'vitest';
import { Link, Route, Switch } from 'wouter';
import { draw } from '../app/doubles.tsx';
import { FakeConnection } from '../data/doubles.ts';
import { useScrollRestoration } from './scroll-restoration.ts';

let leave: (() => void) | undefined;
afterEach(() => leave?.());

function List() {
  const scroller = useRef<HTMLDivElement>(null);
  useScrollRestoration(scroller, 'list');
  return (
    <div ref={scroller} data-list="" style={{ height: 100, overflow: 'auto' }}>
      <div style={{ height: 5_000 }}>
        <Link href="/other">Other</Link>
      </div>
    </div>
  );
}

const list = () => document.querySelector('[data-list]');

it('has a list where it stood when somebody goes back to it, and at its top when it is opened again', async () => {
  const pages = (
    <Switch>
      <Route path="/list">
        <List />
      </Route>
      <Route>
        <Link href="/list">List</Link>
      </Route>
    </Switch>
  );
  leave = draw(pages, new FakeConnection(), '/list');
  await expect.poll(list).not.toBeNull();
  list()?.scrollTo({ top: 3_000 });
  await expect.poll(() => list()?.scrollTop).toBe(3_000);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  document.querySelector('a')?.click();
  await expect.poll(list).toBeNull();
  history.back();
  await expect.poll(() => list()?.scrollTop).toBe(3_000);
  document.querySelector('a')?.click();
  await expect.poll(list).toBeNull();
  document.querySelector('a')?.click();
  await expect.poll(list).not.toBeNull();
  expect(list()?.scrollTop).toBe(0);
});
