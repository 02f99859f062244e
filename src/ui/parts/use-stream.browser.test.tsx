import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { StreamRow } from '../../domain/rows.ts';
import { serverStream, type ServerStream } from '../../protocol/streams.ts';
import { draw } from '../app/doubles.tsx';
import { FakeConnection, SERVER_ID } from '../data/doubles.ts';
import { useRows } from '../data/use-view.ts';
import { startTexts } from '../text/i18n.ts';
import { useStream } from './use-stream.ts';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const head = (audience: ServerStream, position: number): StreamRow => ({
  id: serverStream(SERVER_ID, audience),
  server_id: SERVER_ID,
  position,
  floor: 1,
  more: false,
});

it('renders again where the stream moved on, and not for another stream of the server', async () => {
  const rendered: (number | undefined)[] = [];
  function Position() {
    const position = useStream(SERVER_ID, 'feed')?.position;
    rendered.push(position);
    return <p>at {position}</p>;
  }
  function Others() {
    const { rows } = useRows({ view: 'streams', server_id: SERVER_ID });
    return <p>all at {rows.map(({ position }) => position).join(' and ')}</p>;
  }
  const feed = head('feed', 5);
  const connection = new FakeConnection().put('streams', [feed, head('metrics', 7)]);
  leave = draw(
    <>
      <Position />
      <Others />
    </>,
    connection,
    '/',
  );
  await expect.element(page.getByText('all at 5 and 7')).toBeVisible();
  const before = rendered.length;
  connection.put('streams', [feed, head('metrics', 8)]);
  await expect.element(page.getByText('all at 5 and 8')).toBeVisible();
  connection.put('streams', [head('feed', 6), head('metrics', 8)]);
  await expect.element(page.getByText('all at 6 and 8')).toBeVisible();
  expect(rendered.slice(before)).toEqual([6]);
});
