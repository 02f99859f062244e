import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Alarm } from './alarm.ts';

const TONES_OF_A_RING = 4;

/** Tones that began, by the sound card that they are for. */
let tones: unknown[] = [];
let allowed = true;
let contexts: FakeContext[] = [];
let alarms: Alarm[] = [];

class FakeContext extends EventTarget {
  state = allowed ? 'running' : 'suspended';
  currentTime = 0;
  destination = {};
  constructor() {
    super();
    contexts.push(this);
  }
  async resume(): Promise<void> {
    if (!allowed) return new Promise(() => {});
    this.change('running');
  }
  async close(): Promise<void> {
    this.change('closed');
  }
  change(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class FakeGain {
  connect(): void {}
  disconnect(): void {}
}

class FakeTone {
  readonly #context: unknown;
  constructor(context: unknown) {
    this.#context = context;
  }
  connect(): void {}
  start(): void {
    tones.push(this.#context);
  }
  stop(): void {}
}

/** An alarm of one tab, turned on. */
function alarm(): Alarm {
  const made = new Alarm();
  alarms.push(made);
  made.turn(true);
  return made;
}

/** Locks are the browser's own: they come with its next tasks. */
async function settled(): Promise<void> {
  await navigator.locks.query();
  await navigator.locks.query();
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  [tones, contexts, alarms, allowed] = [[], [], [], true];
  vi.stubGlobal('AudioContext', FakeContext);
  vi.stubGlobal('GainNode', FakeGain);
  vi.stubGlobal('OscillatorNode', FakeTone);
});

afterEach(async () => {
  for (const one of alarms) one.close();
  await vi.advanceTimersByTimeAsync(120_000);
  await settled();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('rings for an incident in one tab, whichever is first, and for another incident again', async () => {
  const [one, other] = [alarm(), alarm()];
  one.ring(['a']);
  other.ring(['a']);
  await settled();
  expect(tones).toEqual(Array.from({ length: TONES_OF_A_RING }, () => contexts[0]));
  other.ring(['b', 'a']);
  one.ring(['b', 'a']);
  await settled();
  expect(tones).toHaveLength(2 * TONES_OF_A_RING);
  expect(tones.at(-1)).toBe(contexts[1]);
});

it('rings for the same incident once a minute at most', async () => {
  const one = alarm();
  one.ring(['c']);
  await settled();
  await vi.advanceTimersByTimeAsync(59_000);
  one.ring(['c']);
  await settled();
  expect(tones).toHaveLength(TONES_OF_A_RING);
  await vi.advanceTimersByTimeAsync(1_000);
  await settled();
  one.ring(['c']);
  await settled();
  expect(tones).toHaveLength(2 * TONES_OF_A_RING);
});

it('leaves the ringing to a tab that may be heard', async () => {
  const open = alarm();
  allowed = false;
  const blocked = alarm();
  expect([open.state.peek(), blocked.state.peek()]).toEqual(['allowed', 'blocked']);
  blocked.ring(['d']);
  await settled();
  expect(tones).toEqual([]);
  open.ring(['d']);
  await settled();
  expect(tones).toHaveLength(TONES_OF_A_RING);
});

it('may be heard as soon as somebody allows it', async () => {
  allowed = false;
  const one = alarm();
  allowed = true;
  await one.allow();
  expect(one.state.peek()).toBe('allowed');
  one.ring(['e']);
  await settled();
  expect(tones).toHaveLength(TONES_OF_A_RING);
});

it('may be heard once a key was pressed or the screen touched, whatever that was for', async () => {
  for (const touch of [
    new KeyboardEvent('keydown', { key: 'F13' }),
    new PointerEvent('pointerup'),
  ]) {
    allowed = false;
    const one = alarm();
    // A touch that the browser does not count changes nothing.
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    expect(one.state.peek()).toBe('blocked');
    allowed = true;
    dispatchEvent(touch);
    expect(one.state.peek()).toBe('allowed');
  }
});

it('asks for no sound once it is off or closed', async () => {
  allowed = false;
  const listening = new Set<unknown>();
  vi.spyOn(window, 'addEventListener').mockImplementation((kind) => void listening.add(kind));
  vi.spyOn(window, 'removeEventListener').mockImplementation((kind) => void listening.delete(kind));
  const off = alarm();
  expect(listening).toContain('keydown');
  off.turn(false);
  expect(listening.size).toBe(0);
  const closed = alarm();
  expect(listening).toContain('keydown');
  closed.close();
  expect(listening.size).toBe(0);
});

it('is silent where it is off, for no incident, and where the browser has no sound', async () => {
  const off = alarm();
  off.turn(false);
  expect(off.state.peek()).toBe('off');
  off.ring(['f']);
  alarm().ring([]);
  vi.stubGlobal('AudioContext', undefined);
  const mute = alarm();
  expect(mute.state.peek()).toBe('missing');
  mute.ring(['f']);
  await settled();
  expect(tones).toEqual([]);
});

it('rings where the browser has no locks', () => {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
  alarm().ring(['g']);
  Reflect.deleteProperty(navigator, 'locks');
  expect(tones).toHaveLength(TONES_OF_A_RING);
});

it('gives its sound card back at the end', () => {
  const one = alarm();
  one.close();
  expect(contexts.map(({ state }) => state)).toEqual(['closed']);
});
