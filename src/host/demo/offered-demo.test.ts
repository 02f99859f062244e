import { expect, it } from 'vitest';
import { DEMO_GRACE, offerDemo, type DemoProcess } from './offered-demo.ts';

/** Demos that are ready at once, and a clock that is moved by hand. */
function setUp() {
  const begun: { readonly end: () => void; ended: boolean }[] = [];
  const waiting: { readonly milliseconds: number; readonly run: () => void }[] = [];
  const begin = (): DemoProcess => {
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const one = { end, ended: false };
    void ended.then(() => (one.ended = true));
    begun.push(one);
    const address = Promise.resolve(`http://127.0.0.1:${7_000 + begun.length}`);
    return { address, ended, end: async () => end() };
  };
  const demo = offerDemo(begin, (milliseconds, run) => waiting.push({ milliseconds, run }));
  return { demo, begun, waiting };
}

it('is begun once, however often it is asked for', async () => {
  const { demo, begun } = setUp();
  expect(demo.running).toBe(false);
  const addresses = await Promise.all([demo.open(), demo.open()]);
  expect([...addresses, await demo.open()]).toEqual(Array(3).fill('http://127.0.0.1:7001'));
  expect(begun).toHaveLength(1);
  expect(demo.running).toBe(true);
});

it('is started again after it has ended by itself', async () => {
  const { demo, begun } = setUp();
  await demo.open();
  begun[0]?.end();
  await expect.poll(() => demo.running).toBe(false);
  expect(await demo.open()).toBe('http://127.0.0.1:7002');
});

it('ends a while after there is a real account, and only where it runs', async () => {
  const { demo, begun, waiting } = setUp();
  demo.founded();
  expect(waiting).toEqual([]);
  await demo.open();
  demo.founded();
  expect(waiting.map(({ milliseconds }) => milliseconds)).toEqual([DEMO_GRACE]);
  waiting[0]?.run();
  await expect.poll(() => begun[0]?.ended).toBe(true);
});

it('ends with its host, and is not begun any more', async () => {
  const { demo, begun } = setUp();
  await demo.open();
  await demo.stop();
  await expect.poll(() => begun[0]?.ended).toBe(true);
  await expect(demo.open()).rejects.toThrow('The demo is over.');
});
