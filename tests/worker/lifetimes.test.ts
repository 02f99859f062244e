import { describe, expect, it } from 'vitest';
import type { LinkRow } from '../../src/domain/rows.ts';
import type { TabMessage } from '../../src/worker/contract.ts';
import { liveBrowser as live, SERVERS, shown } from './tabs.ts';

describe('a hidden tab that the browser has frozen', () => {
  /** Hidden for so long that its views rest, and frozen since. */
  async function frozen() {
    const browser = await live();
    const tab = await browser.tab('A');
    const link = tab.view<LinkRow>({ view: 'link' });
    const servers = tab.view(SERVERS);
    tab.view({ view: 'account' });
    await browser.clock.advance(1_000);
    tab.stream.visibility(false, false);
    await browser.clock.advance(10_000);
    tab.frozen = true;
    return { browser, tab, link, servers };
  }

  it('gathers no more messages over a night of lost connections than over one', async () => {
    const { browser, tab, link } = await frozen();
    for (let flap = 0; flap < 500; flap++) {
      browser.host.close();
      await browser.clock.advance(35_000);
    }
    expect(tab.waiting).toBeLessThan(10);
    browser.host.down = true;
    browser.host.close();
    await browser.clock.advance(35_000);
    tab.resume();
    await browser.clock.advance(1_000);
    expect(shown(link).rows).toMatchObject([{ connection: { kind: 'lost' } }]);
  });

  it('hears of everything that it missed when somebody signed out in the meantime', async () => {
    const { browser, tab, link, servers } = await frozen();
    for (let flap = 0; flap < 3; flap++) {
      browser.host.close();
      await browser.clock.advance(35_000);
    }
    const signedOut = browser.worker.signOut('signed-out');
    await browser.clock.advance(60_000);
    await signedOut;
    tab.resume();
    await browser.clock.advance(1_000);
    expect(shown(link).rows).toMatchObject([{ connection: { kind: 'signed-out' } }]);
    expect(shown(servers).rows).toEqual([]);
  });

  it('mounts a part again once, however often the operator asked for it', async () => {
    const { browser, tab } = await frozen();
    for (let time = 0; time < 200; time++) {
      browser.worker.tabs.reload(['dashboard']);
      browser.worker.tabs.reload(['dashboard', 'walls']);
    }
    await browser.clock.advance(1_000);
    expect(tab.waiting).toBeLessThan(3);
    tab.resume();
    await browser.clock.advance(1_000);
    expect(new Set(tab.reloaded)).toEqual(new Set(['dashboard', 'walls']));
  });
});

it('a worker that all tabs have left for another ends, and its socket with it', async () => {
  const browser = await live();
  const [one, two] = [await browser.tab('A'), await browser.tab('B')];
  await browser.clock.advance(1_000);
  one.leave();
  await browser.clock.advance(1_000);
  expect(browser.host.sockets).toHaveLength(1);
  expect(browser.worker.tabs.inspect()).toMatchObject([{ tab: 'B' }]);
  two.leave();
  await browser.clock.advance(1_000);
  expect(browser.host.sockets).toEqual([]);
});

it('a hundred tabs that die between attaching and their hello leave nothing behind', async () => {
  const browser = await live();
  let ports = 0;
  for (let number = 0; number < 100; number++) {
    const holder = `short-lived ${number}`;
    browser.locks.of(holder).acquire(`tab:${holder}`);
    const listeners = new Set<(message: TabMessage) => void>();
    ports += 1;
    const close = () => {
      ports -= 1;
    };
    const channel = {
      post: () => {},
      listen: (listener: (message: TabMessage) => void) => listeners.add(listener),
      close,
    };
    void browser.worker.tabs.attach(channel, holder, () => {
      ports -= 1;
    });
    ports += 1;
    browser.locks.kill(holder);
  }
  await browser.clock.advance(1_000);
  expect(ports).toBe(0);
  expect(browser.worker.tabs.inspect()).toEqual([]);
});
