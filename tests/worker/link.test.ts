import { describe, expect, it } from 'vitest';
import { CLOSE } from '../../src/protocol/close-codes.ts';
import { HOST_SIDE } from '../../src/worker/doubles.ts';
import { Browser, liveBrowser as live } from './tabs.ts';

describe('the link', () => {
  it('connects again for ever, and is live within the cap after the host is back', async () => {
    const browser = await live();
    browser.host.down = true;
    browser.host.close();
    await browser.clock.advance(6 * 3_600_000);
    expect(browser.worker.link.state.kind).toBe('lost');
    browser.host.down = false;
    await browser.clock.advance(31_000);
    expect(browser.worker.link.state.kind).toBe('live');
    expect(browser.host.mostSockets).toBe(1);
  });

  it('is lost where what asks the host cannot be read, until another worker could', async () => {
    const browser = new Browser();
    browser.hostSide = { ...HOST_SIDE, load: () => Promise.reject(new TypeError('It is gone.')) };
    await browser.start();
    const tab = await browser.tab('A');
    await browser.clock.advance(1_900);
    expect(browser.worker.link.state.kind).toBe('lost');
    expect(tab.deaths).toBe(0);
    await browser.clock.advance(200);
    expect(tab.deaths).toBe(1);
    browser.hostSide = HOST_SIDE;
    await browser.start();
    await browser.clock.advance(1_000);
    expect(browser.worker.link.state.kind).toBe('live');
  });

  it('takes silence of two and a half keepalives for the end', async () => {
    const browser = await live();
    browser.host.stall();
    await browser.clock.advance(36_000);
    expect(browser.worker.link.state.kind).toBe('live');
    await browser.clock.advance(600);
    expect(browser.worker.link.state.kind).not.toBe('live');
    await browser.clock.advance(5_000);
    expect(browser.worker.link.state.kind).toBe('live');
  });

  it('gives up a connection that is doubted and does not answer', async () => {
    const browser = await live();
    browser.host.stall();
    browser.worker.link.probe();
    await browser.clock.advance(5_100);
    expect(browser.worker.link.state.kind).not.toBe('live');
  });

  it('keeps a connection that is doubted and answers', async () => {
    const browser = await live();
    browser.worker.link.probe();
    await browser.clock.advance(10_000);
    expect(browser.worker.link.state.kind).toBe('live');
    expect(browser.host.mostSockets).toBe(1);
  });

  it('measures the round trip of keepalives', async () => {
    const browser = await live();
    expect(browser.worker.link.state).toMatchObject({ kind: 'live', latency: 10 });
    browser.host.latency = 150;
    browser.host.tell([{ event: 'keepalive', at: browser.clock.now(), data: { sent: null } }]);
    for (let count = 0; count < 30; count++) {
      browser.host.tell([{ event: 'keepalive', at: browser.clock.now(), data: { sent: null } }]);
      await browser.clock.advance(1_000);
    }
    expect(browser.worker.link.state).toMatchObject({ latency: 300 });
    expect(browser.logged.some((line) => line.includes('answers slowly'))).toBe(true);
  });

  it('knows of a silent host within ten seconds while a wall asks for signs', async () => {
    const browser = await live();
    const ask = () => {
      browser.worker.sign();
      browser.clock.after(2_000, ask);
    };
    ask();
    await browser.clock.advance(600_000);
    expect(browser.worker.link.state.kind).toBe('live');
    expect(browser.worker.sign().silent).toBeLessThan(3_000);
    browser.host.stall();
    browser.host.down = true;
    await browser.clock.advance(9_000);
    expect(browser.worker.sign()).toMatchObject({ connection: { kind: 'lost' }, silent: 0 });
    browser.host.down = false;
    await browser.clock.advance(16_000);
    expect(browser.worker.link.state.kind).toBe('live');
  });

  it('stops where the host speaks another protocol', async () => {
    const browser = await live();
    browser.host.close(CLOSE.PROTOCOL);
    await browser.clock.advance(120_000);
    expect(browser.worker.link.state).toEqual({ kind: 'refused', status: CLOSE.PROTOCOL });
    expect(browser.host.sockets).toEqual([]);
  });

  it('opens no socket where nobody is signed in', async () => {
    const browser = new Browser();
    browser.host.signedIn = false;
    await browser.start();
    await browser.clock.advance(1_000);
    expect(browser.worker.link.state).toEqual({ kind: 'signed-out', reason: 'none' });
    expect(browser.host.mostSockets).toBe(0);
  });
});
