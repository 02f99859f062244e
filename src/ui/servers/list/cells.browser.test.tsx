import { signal, type ReadonlySignal } from '@preact/signals-react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { fold } from '../../../domain/fold.ts';
import type { ConnectionState, ServerRow } from '../../../domain/rows.ts';
import { POLLED_STALE_AFTER } from '../../../domain/servers/status.ts';
import { createRows } from '../../../domain/state.ts';
import { createLoad } from '../../../testing/frames.ts';
import { openingEvents } from '../../../testing/snapshots.ts';
import { draw } from '../../app/doubles.tsx';
import { holdClock } from '../../data/clock.ts';
import { accountRow, FakeConnection, serverRow } from '../../data/doubles.ts';
import { COLUMNS } from '../../parts/addresses/servers.ts';
import { Uptime } from '../../parts/uptime.tsx';
import { startTexts } from '../../text/i18n.ts';
import { localeOf } from '../../text/locale.ts';
import { Cell } from './cells.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  holdClock(null);
});

it('a cell shows after any change what it would show if it were drawn for the first time', () => {
  const { world, take } = createLoad({ seed: 3, servers: 1, players: 10 });
  const rows = createRows();
  fold(rows, openingEvents(world));
  const [kept, anew] = [0, 1].map(() => document.body.appendChild(document.createElement('div')));
  const [keptRoot, anewRoot] = [createRoot(kept!), createRoot(anew!)];
  leave = () => {
    for (const root of [keptRoot, anewRoot]) root.unmount();
    for (const element of [kept!, anew!]) element.remove();
  };
  const cells = (
    server: ReadonlySignal<ServerRow | undefined>,
    connection: ConnectionState['kind'],
  ) =>
    COLUMNS.map((column) => (
      <p key={column}>
        <Cell
          column={column}
          server={server}
          connection={connection}
          heardUntil={connection === 'live' ? null : 0}
          locale={localeOf('en')}
        />
      </p>
    ));
  const live = signal<ServerRow | undefined>(undefined);
  for (let step = 0; step < 200; step += 1) {
    fold(
      rows,
      take(1).map((frame) => ({ source: 'realtime' as const, ...frame })),
    );
    const [row] = rows.servers.values();
    const connection = step % 20 < 15 ? 'live' : 'lost';
    // The game begins and ends to answer, and nothing else is told of it.
    for (const ready of [true, false]) {
      const server = { ...row!, state: { ...row!.state, ready } };
      flushSync(() => {
        live.value = server;
        keptRoot.render(<div>{cells(live, connection)}</div>);
        anewRoot.render(<div key={`${step} ${ready}`}>{cells(signal(server), connection)}</div>);
      });
      expect(kept!.innerHTML).toBe(anew!.innerHTML);
    }
  }
});

it('a polled count turns stale by itself, while nothing is told of the server', () => {
  const asked = Date.now();
  const population = { ...serverRow().population, source: 'polled', observed_at: asked } as const;
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  leave = () => {
    root.unmount();
    element.remove();
  };
  holdClock(asked + POLLED_STALE_AFTER - 1_000);
  flushSync(() =>
    root.render(
      <Cell
        column="players"
        server={signal(serverRow({ population }))}
        connection="live"
        heardUntil={null}
        locale={localeOf('en')}
      />,
    ),
  );
  expect(element.querySelector('.stale')).toBeNull();
  flushSync(() => holdClock(asked + POLLED_STALE_AFTER + 1_000));
  expect(element.querySelector('.stale')).not.toBeNull();
});

it('a state that a newer host tells has its own word and shape, and says what to do', () => {
  const { state } = serverRow();
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  leave = () => root.unmount();
  const shown = (told: Partial<typeof state>) => {
    const server = { ...serverRow(), state: { ...state, ...told } };
    flushSync(() => {
      root.render(
        <Cell
          column="state"
          server={signal(server)}
          connection="live"
          heardUntil={null}
          locale={localeOf('en')}
        />,
      );
    });
    const status = document.querySelector('.status')!;
    return {
      word: status.textContent,
      tone: status.getAttribute('data-tone'),
      why: status.parentElement?.title ?? '',
    };
  };
  const unknown = shown({ state: 'UNKNOWN' });
  expect(unknown.word).toMatch(/^Unknown/);
  expect(unknown.why).toContain('Reload this page');
  const others = [
    shown({}),
    shown({ state: 'CONNECTING', ready: false }),
    shown({ state: 'DISCONNECTED', offline: true, ready: false }),
    shown({ state: 'ERROR', ready: false, error: 'forbidden' }),
  ];
  expect(others.map(({ tone }) => tone)).not.toContain(unknown.tone);
});

type UptimeFields = Pick<
  ServerRow['environment'],
  'uptime' | 'uptime_source' | 'uptime_gap' | 'observed_at'
>;

/** A server's uptime of three hours in a row of the list, and where there is room. */
function uptimes(of: Partial<UptimeFields>) {
  const { environment } = serverRow();
  const server = serverRow({ environment: { ...environment, uptime: 10_800, ...of } });
  holdClock(environment.observed_at);
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  leave = () => {
    root.unmount();
    element.remove();
  };
  const shared = { heardUntil: null, locale: localeOf('en') };
  flushSync(() =>
    root.render(
      <>
        <Cell column="uptime" server={signal(server)} connection="live" {...shared} />
        <Uptime server={server} {...shared} />
      </>,
    ),
  );
  return [...element.querySelectorAll('.uptime')].map((shown) => {
    const copy = shown.cloneNode(true) as Element;
    for (const hidden of copy.querySelectorAll('.visually-hidden')) hidden.remove();
    const { title } = shown as HTMLElement;
    return { text: copy.textContent, title, gap: shown.getAttribute('data-gap') };
  });
}

it.each([
  ['game', '3 hr', '3 hr · says the game', /The game says so itself/],
  ['start', '3 hr', '3 hr · Muster saw it start', /Muster saw it start/],
  ['connection', 'connected 3 hr', '3 hr · since Muster connected', /it may have run for longer/],
] as const)('an uptime says that it is known by the %s', (source, brief, whole, why) => {
  const [cell, fact] = uptimes({ uptime_source: source });
  expect(cell).toEqual({ text: brief, title: expect.stringMatching(why), gap: 'false' });
  expect(fact).toEqual({ text: whole, title: expect.stringMatching(why), gap: 'false' });
  leave?.();
  const uptime_gap = { from: 0, to: 60_000 };
  const [missed] = uptimes({ uptime_source: source, uptime_gap });
  expect(missed).toEqual({
    text: source === 'connection' ? brief : `${brief} · with a gap`,
    title: expect.stringMatching(/It may have restarted then/),
    gap: 'true',
  });
});

it('an uptime that is not sure takes no more room than one that is', () => {
  const uptime = 19 * 3_600 + 43 * 60;
  const text = (more: object) => uptimes({ uptime, ...more })[0]?.text;
  expect(text({ uptime_source: 'game' })).toBe('19 hr 43 min');
  leave?.();
  expect(text({ uptime_source: 'connection' })).toBe('connected 19 hr');
  leave?.();
  const uptime_gap = { from: 0, to: 60_000 };
  expect(text({ uptime_source: 'start', uptime_gap })).toBe('19 hr · with a gap');
});

it('an uptime stands still while the host is silent, and says as of when', () => {
  const { environment } = serverRow();
  const began = environment.observed_at;
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  leave = () => {
    root.unmount();
    element.remove();
  };
  const server = signal(serverRow());
  const shown = (connection: ConnectionState['kind'], at: number) => {
    holdClock(at);
    flushSync(() =>
      root.render(
        <Cell
          column="uptime"
          server={server}
          connection={connection}
          heardUntil={connection === 'live' ? null : began}
          locale={localeOf('en')}
        />,
      ),
    );
    return element.querySelector('.numeric');
  };
  expect(shown('live', began + 7_200_000)?.textContent).toBe('3 hr');
  const lost = shown('lost', began + 14_400_000);
  expect(lost?.textContent).toBe('1 hr (stale)');
  expect(lost?.getAttribute('title')).toMatch(/^Last known/);
});

it.each([
  [{ local: null }, '–', 'No restart planned'],
  [{ local: null, start_unknown: true }, 'unknown', 'it is not known when the server started'],
  [
    { local: '+60', start_unknown: true },
    'in 1 hr or earlier',
    'It also restarts after the server',
  ],
  [{ local: '+60' }, 'in 1 hr', 'Next restart: '],
] as const)('a next restart is told as it is known: %j', async (next, says, why) => {
  const now = Date.now();
  holdClock(now);
  const local = next.local === null ? null : new Date(now + 3_600_000).toISOString();
  const { environment } = serverRow();
  const server = serverRow({ environment: { ...environment, next_restart: { ...next, local } } });
  const shared = { connection: 'live', heardUntil: null, locale: localeOf('en') } as const;
  const cell = <Cell column="next_restart" server={signal(server)} {...shared} />;
  leave = draw(cell, new FakeConnection().put('account', [accountRow()]), '/');
  const shown = () => document.querySelector<HTMLElement>('#root [title]');
  await expect.poll(() => shown()?.title).toContain(why);
  const copy = shown()?.cloneNode(true) as Element;
  for (const hidden of copy.querySelectorAll('.visually-hidden')) hidden.remove();
  expect(copy.textContent).toBe(says);
});
