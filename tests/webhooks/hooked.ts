/** A host with a ban list whose webhooks are told of it. */
import { CALLS } from '../../src/protocol/calls.ts';
import type { RowOf } from '../../src/protocol/resources/registry.ts';
import type { WebhookDelivery } from '../../src/protocol/webhooks/calls.ts';
import { WEBHOOK_EVENT } from '../../src/protocol/webhooks/limits.ts';
import { newId } from '../../src/host/store/ids.ts';
import { codeOf, createTestAccount } from '../support/accounts.ts';
import type { LiveHost } from '../support/live-host.ts';
import { SECRET } from './receiver.ts';

type Account = Awaited<ReturnType<typeof createTestAccount>>;

export class Hooked {
  readonly host: Pick<LiveHost, 'app' | 'deps'>;
  readonly owner: Account;
  readonly list: string;

  private constructor(host: Hooked['host'], owner: Account, list: string) {
    this.host = host;
    this.owner = owner;
    this.list = list;
  }

  static async on(host: Hooked['host']): Promise<Hooked> {
    const owner = await createTestAccount(host.app, host.deps);
    const banlist_id = newId(Date.now());
    const hooked = new Hooked(host, owner, banlist_id);
    const of = { kind: 'account', id: owner.id };
    await hooked.done('banlists/create', { banlist_id, identifier: 'Watch', owner: of });
    return hooked;
  }

  /** What a call answered: `done`, or its error's code. */
  async does(path: string, body: object = {}): Promise<string> {
    const answer = await this.owner.browser.post(`/app/v1/${path}`, { ...body });
    return answer.statusCode === 200 ? 'done' : codeOf(answer);
  }

  async done(path: string, body: object = {}): Promise<void> {
    const answer = await this.does(path, body);
    if (answer !== 'done') throw new Error(`${path}: ${answer}`);
  }

  /** Sets up a webhook; answers its id. */
  async hook(url: string, of: object = {}): Promise<string> {
    const webhook_id = newId(Date.now());
    await this.done(`banlist/${this.list}/webhooks`, {
      webhook_id,
      url,
      flavor: 'MUSTER',
      events: WEBHOOK_EVENT,
      secret: SECRET,
      username: null,
      avatar_url: null,
      ...of,
    });
    return webhook_id;
  }

  /** Does something with a webhook: `reset`, `pause`, … */
  act(id: string, what: string, body: object = {}): Promise<string> {
    return this.does(`banlist/${this.list}/webhooks/${id}/${what}`, body);
  }

  async row(id: string): Promise<RowOf<'banListWebhooks'> | undefined> {
    const answer = await this.owner.browser.get(`/app/v1/banlist/${this.list}/ban-list-webhooks`);
    return CALLS.banListWebhooksPage.answer.parse(answer.json()).rows.find((row) => row.id === id);
  }

  async status(id: string): Promise<string | undefined> {
    return (await this.row(id))?.status;
  }

  async deliveries(id: string, before = ''): Promise<readonly WebhookDelivery[]> {
    const path = `/app/v1/banlist/${this.list}/webhooks/${id}/deliveries`;
    const answer = await this.owner.browser.get(before === '' ? path : `${path}?before=${before}`);
    return CALLS.banListWebhookDeliveries.answer.parse(answer.json()).deliveries;
  }

  /** Bans somebody; answers the ban's id. */
  async ban(of: object = {}): Promise<string> {
    const ban_id = newId(Date.now());
    const who = { kind: 'identity', steam_id: '76561190000000001', name: 'Bob' };
    const body = { ban_id, who, reason: 'Griefing', minutes: null, ...of };
    await this.done(`banlist/${this.list}/bans/create`, body);
    return ban_id;
  }

  /** So many bans at once, as a file brings them. */
  importBans(count: number, first = 0): Promise<void> {
    return this.done(`banlist/${this.list}/bans/import`, {
      import_id: newId(Date.now()),
      bans: Array.from({ length: count }, (_, at) => ({
        banned: { kind: 'steam', value: String(76561190000100000n + BigInt(first + at)) },
        name: '',
        reason: 'Griefing',
        description: '',
        until: null,
      })),
    });
  }
}
