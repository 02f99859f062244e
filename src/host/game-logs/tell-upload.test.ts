import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/open-test-database.ts';
import { storeServer } from '../../../tests/support/stored-server.ts';
import { withAuditKey } from '../audit/chain.ts';
import { publish } from '../realtime/log.ts';
import type { OpenDatabase } from '../store/database.ts';
import { STORAGE_RULE } from '../../../tests/support/storage-rule.ts';
import { uploadedLog } from '../../../tests/support/uploaded-log.ts';
import { tellUpload } from './tell-upload.ts';

const now = Date.UTC(2026, 0, 2);
const EVENTS = 2_500;
const key = withAuditKey(randomBytes(32));

let open: OpenDatabase;
let serverId: string;

beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());
beforeEach(async () => {
  serverId = randomBytes(12).toString('hex');
  await storeServer(open.db, serverId);
  await sql`
    insert into accounts (id, username, username_key, display_name, email, email_key, password_hash,
      status, titles, plan, created_at)
    values (${serverId}, ${serverId}, ${serverId}, 'Ada', '', ${serverId}, '', 1, '{}', 'free', 0)
  `.execute(open.db);
});

/** A log in which so many lines are said, from the first of a day on. */
function log(lines: number) {
  const clock = (at: number) => new Date(at * 1_000).toISOString().slice(11, 19);
  const said = Array.from(
    { length: lines },
    (_, at) => `${clock(at)} | Chat("Ada"(id=${'A'.repeat(43)}=)): line ${at}\n`,
  );
  const text = `AdminLog started on 2026-01-01 at 00:00:00\n${said.join('')}`;
  return uploadedLog({ name: 'x.ADM', text }, 'UTC', now);
}
const upload = async (lines: number) =>
  tellUpload(
    { db: open.db, secrets: key, publish },
    { serverId, actor: 'a'.repeat(24), by: null, now, rule: STORAGE_RULE },
    await log(lines),
  );

async function audited(): Promise<unknown> {
  const { rows } = await sql<{ action: string; detail: string }>`
    select action, detail from audit where resource = ${`server/${serverId}`} order by id
  `.execute(open.db);
  return rows.map(({ action, detail }) => [action, JSON.parse(detail)]);
}

it('an upload of many parts is one row of the audit, which says how much the feed lacked', async () => {
  expect(await upload(EVENTS)).toMatchObject({ told: EVENTS, known: 0 });
  const first = ['servers.log-upload', { log: 'dayz-adm', found: EVENTS }];
  expect(await audited()).toEqual([first]);
  expect(await upload(EVENTS + 7)).toMatchObject({ told: 7, known: EVENTS });
  const second = ['servers.log-upload', { log: 'dayz-adm', found: 7 }];
  expect(await audited()).toEqual([first, second]);
});

/** The game's lines are refused from the 2,000th on. */
async function breakOff(): Promise<void> {
  await sql`
    create function break_off() returns trigger language plpgsql as $$
    begin
      if (select count(*) from game_log_lines where server_id = new.server_id) >= 2000 then
        raise exception 'broken off';
      end if;
      return new;
    end
    $$;
    create trigger break_off before insert on game_log_lines
      for each row execute function break_off();
  `.execute(open.db);
}

it('an upload that breaks off says how much of it was told, and the next one tells the rest', async () => {
  await breakOff();
  await expect(upload(EVENTS)).rejects.toThrow('broken off');
  expect(await audited()).toEqual([
    ['servers.log-upload', { log: 'dayz-adm', found: EVENTS }],
    ['servers.log-upload-part', { log: 'dayz-adm', told: 2_000 }],
  ]);
  await sql`drop function break_off() cascade`.execute(open.db);
  expect(await upload(EVENTS)).toMatchObject({ told: 500, known: 2_000 });
});

it('why an upload breaks off is told, also where the audit cannot be told of it', async () => {
  await breakOff();
  await sql`
    create function refuse_part() returns trigger language plpgsql as $$
    begin
      raise exception 'refused too';
    end
    $$;
    create trigger refuse_part before insert on audit
      for each row when (new.action = 'servers.log-upload-part') execute function refuse_part();
  `.execute(open.db);
  await expect(upload(EVENTS)).rejects.toMatchObject({
    errors: [{ message: 'broken off' }, { message: 'refused too' }],
  });
  await sql`
    drop function break_off() cascade;
    drop function refuse_part() cascade;
  `.execute(open.db);
});
