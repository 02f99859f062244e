/** How smooth a page is: frames, long tasks, how late its timers are, and how soon a key is answered. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { quantile } from './figures.ts';

declare global {
  interface Window {
    /** When each frame began. */
    drawn: number[];
    /** Milliseconds of the tasks over 50. */
    long: number[];
    /** Milliseconds by which each tenth of a second came too late. */
    late: number[];
    /** Milliseconds from each key to what was painted after it. */
    answered: number[];
  }
}

/** Notes when frames begin. It asks for every frame, so it costs the drawing of each: one page, not twenty. */
export async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.drawn = [];
    const frame = (at: number) => {
      window.drawn.push(at);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

export interface FrameFigures {
  readonly fps: number;
  /** Shares of the frames that took longer than two and than three of a screen of 60 a second. */
  readonly over33: number;
  readonly over50: number;
  readonly p99: number;
  readonly longest: number;
}

/** What was drawn since `watchFrames`, or since this was asked last. */
export async function framesOf(page: Page): Promise<FrameFigures> {
  const at = await page.evaluate(() => window.drawn.splice(0));
  const gaps = at.slice(1).map((moment, index) => moment - (at[index] ?? moment));
  const share = (ms: number) => gaps.filter((gap) => gap > ms).length / gaps.length;
  return {
    fps: (gaps.length * 1_000) / ((at.at(-1) ?? 0) - (at[0] ?? 0)),
    over33: share(34),
    over50: share(50),
    p99: quantile(gaps, 0.99),
    longest: quantile(gaps, 1),
  };
}

/** Notes long tasks, and how late a timer is; next to nothing where a page has nothing else to do. */
export async function watchTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.long = [];
    window.late = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.long.push(duration);
    }).observe({ type: 'longtask' });
    const every = 100;
    const wait = () => {
      const due = performance.now() + every;
      setTimeout(() => {
        window.late.push(performance.now() - due);
        wait();
      }, every);
    };
    wait();
  });
}

/** Presses an arrow key every now and then, for so long. Answers milliseconds from each to its paint. */
export async function press(page: Page, seconds: number): Promise<readonly number[]> {
  await page.evaluate(() => {
    window.answered = [];
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => window.answered.push(performance.now() - timeStamp);
          port2.postMessage(null);
        });
      },
      { capture: true },
    );
  });
  const end = performance.now() + seconds * 1_000;
  for (let down = true; performance.now() < end; down = !down) {
    await page.keyboard.press(down ? 'ArrowDown' : 'ArrowUp');
    await sleep(170);
  }
  return page.evaluate(() => window.answered);
}
