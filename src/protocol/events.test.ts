import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EVENTS, UNSEQUENCED } from './events.ts';

const SPECIFIED =
  'ack, keepalive, refresh, update, server:destroy, update:server, server:update, server:state, ' +
  'gsm:player:create, gsm:player:destruct, omega:deploy, presence:server, user:bootstraped, ' +
  'ui:reload:components, server:feed, server:metrics, event_subscription, notification';

/** The schema's name in the source, by the event's name: `'server:state': serverStateEvent,`. */
function declarations(): readonly [string, string][] {
  const here = new URL('.', import.meta.url);
  const contents = readFileSync(new URL('events.ts', here), 'utf8');
  const table = contents.slice(contents.indexOf('export const EVENTS'));
  const sources = readdirSync(here, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(events|fields)\.ts$/.test(file))
    .map((file) => readFileSync(new URL(file, here), 'utf8'))
    .join('\n');
  return Object.keys(EVENTS).map((event) => {
    const name = new RegExp(`^  '?${event}'?: (\\w+),$`, 'm').exec(table)?.[1] ?? event;
    return [
      event,
      new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\nexport const ${name} =`).exec(sources)?.[1] ?? '',
    ];
  });
}

/** What the specifications have no event for: rows of any resource. */
const OWN = ['row:put', 'row:gone'];

describe('events', () => {
  it('are those of the first specification, section 7, and two of our own', () => {
    expect(Object.keys(EVENTS).sort()).toEqual([...SPECIFIED.split(', '), ...OWN].sort());
  });

  it.each(declarations())('%s names its cause where it is declared', (_, comment) => {
    expect(comment).toContain('Cause: ');
  });

  it('without a sequence are events all the same', () => {
    for (const name of UNSEQUENCED) expect(EVENTS).toHaveProperty([name]);
  });
});
