import { expect, it } from 'vitest';
import { Tabs, type Channel, type TabsDeps } from './tabs.ts';

it('hears nothing of a stream that its tab replaced before the worker was there', async () => {
  let start = () => {};
  const alive = new Promise<void>((resolve) => {
    start = resolve;
  });
  const heard: string[] = [];
  const locks: string[] = [];
  const environment = {
    locks: { whenReleased: (name: string) => locks.push(name) },
  } as unknown as TabsDeps['environment'];
  const deps = { environment, alive, restored: () => Promise.resolve() };
  const tabs = new Tabs(deps as TabsDeps);
  const channel = (name: string): Channel => ({
    post: () => {},
    listen: () => heard.push(name),
    close: () => heard.push(`${name} closed`),
  });
  const attaching = [tabs.attach(channel('first'), 'tab'), tabs.attach(channel('second'), 'tab')];
  start();
  await Promise.all(attaching);
  expect(heard).toEqual(['first closed', 'second']);
  expect(locks).toEqual(['tab:tab']);
});
