import { expect, it } from 'vitest';
import { PROTOCOL_VERSION } from '../version.ts';
import { STEPS, upcastData, upcastRow } from './upcast.ts';

const environment = { map: 'enoch', uptime: 3 };

it('there is a step from every version before this one', () => {
  const older = Array.from({ length: PROTOCOL_VERSION - 1 }, (_, index) => index + 1);
  expect([...STEPS.keys()].sort((a, b) => a - b)).toEqual(older);
});

it('what this version recorded is left as it is', () => {
  const data = { servers: [{ environment }] };
  expect(upcastData(PROTOCOL_VERSION, 'rest/servers', data)).toBe(data);
});

it('a first version knew no wipes, no ids of Bohemia and no places', () => {
  const lifted = {
    environment: { ...environment, wiped_at: null, uptime_source: null, uptime_gap: null },
  };
  expect(upcastData(1, 'rest/servers', { servers: [{ environment }] })).toEqual({
    servers: [lifted],
  });
  expect(upcastData(1, 'realtime/server:update', { server: { environment } })).toEqual({
    server: lifted,
  });
  expect(upcastRow(1, 'servers', { environment })).toEqual(lifted);
  const place = { bohemia_id: null, position: null };
  expect(upcastRow(1, 'identities', { ip: null })).toEqual({ ip: null, ...place });
  expect(upcastData(1, 'realtime/server:feed', { entry: { kind: 'personal', ip: null } })).toEqual({
    entry: { kind: 'personal', ip: null, ...place },
  });
});

it('a seventh knew no tags, and not how an uptime is known', () => {
  const source = { uptime_source: null, uptime_gap: null };
  const server = { configuration: { identifier: 'EU' }, environment };
  const lifted = {
    configuration: { identifier: 'EU', tags: [] },
    environment: { ...environment, ...source },
  };
  expect(upcastData(7, 'rest/servers', { servers: [server] })).toEqual({ servers: [lifted] });
  expect(upcastRow(7, 'servers', server)).toEqual(lifted);
  expect(upcastData(7, 'realtime/server:update', { server: { environment } })).toEqual({
    server: { environment: lifted.environment },
  });
  const { configuration } = server;
  expect(upcastData(7, 'realtime/update:server', { configuration })).toEqual({
    configuration: lifted.configuration,
  });
});

it('what is broken stays broken and harms nobody', () => {
  for (const data of [null, 7, 'x', [], {}, { servers: 7 }, { servers: [null] }, { entry: 1 }]) {
    for (const kind of ['rest/servers', 'rest/personal', 'realtime/server:feed', 'x/y']) {
      expect(() => upcastData(1, kind, data)).not.toThrow();
    }
  }
});
