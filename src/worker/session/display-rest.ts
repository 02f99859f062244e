import type { CallName } from '../../protocol/calls.ts';
import type { SessionData } from '../../protocol/session/fields.ts';
import type { CallAnswer, CallInput, Outcome } from '../contract.ts';
import { hasCode, RestClient } from './rest.ts';

/**
 * The session of a paired screen, for a worker that is one: the worker's questions about itself, its
 * servers and their history are asked by the calls for displays, and everything else stays as it is.
 */
export class DisplayRest extends RestClient {
  override async call<N extends CallName>(
    name: N,
    input: CallInput<N> = {},
  ): Promise<Outcome<CallAnswer<N>>> {
    return (await this.#translated(name, input as CallInput<CallName>)) as Outcome<CallAnswer<N>>;
  }

  /** A screen is bootstrapped with nothing. */
  override async account(): Promise<Outcome<SessionData>> {
    return this.call('session');
  }

  async #translated(
    name: CallName,
    input: CallInput<CallName>,
  ): Promise<Outcome<CallAnswer<CallName>>> {
    switch (name) {
      case 'status':
        return this.#status();
      case 'session': {
        const session = await super.call('displaySession');
        return session.ok ? { ok: true, value: sessionOf(session.value) } : session;
      }
      case 'serversList':
        return super.call('displayServers', input as CallInput<'displayServers'>);
      case 'serversDay':
        return super.call('displayDay', input as CallInput<'displayDay'>);
      case 'serverPopulation':
        return super.call('displayPopulation', input as CallInput<'displayPopulation'>);
      default:
        return super.call(name, input);
    }
  }

  async #status(): Promise<Outcome<CallAnswer<'status'>>> {
    const session = await super.call('displaySession');
    if (session.ok) return { ok: true, value: statusOf(session.value.display.display_id) };
    return hasCode(session, 'not-signed-in') ? { ok: true, value: statusOf(null) } : session;
  }
}

/** A display is let in until it is revoked. */
const NO_END = Number.MAX_SAFE_INTEGER;

function statusOf(id: string | null): CallAnswer<'status'> {
  const paired = id !== null;
  return {
    session: { expires_at: paired ? NO_END : null },
    state: { login: paired ? 'LOGGED_IN' : 'NOT_LOGGED_IN' },
    user: { authenticated: paired, logged: paired, muster_id: id },
  };
}

/** A display in the place of an account: it has a name and servers, and may do nothing. */
function sessionOf({ position, display, servers }: CallAnswer<'displaySession'>): SessionData {
  return {
    position,
    muster_id: display.display_id,
    ui: { menu_layout: '' },
    persona: { username: '', profile: { display_name: display.name, avatar: null } },
    email: { address: '', verified: true },
    preferences: { language: '', app: { datetime_locale: '' }, audio_alert_watcher: false },
    subscription: { plan: 'free', status: 'ACTIVE', until: null, restricted: false },
    limits: { servers: 0 },
    usage: { servers: 0 },
    capabilities: [],
    memberships: [],
    resources: {},
    invites: [],
    groups: {},
    servers: Object.fromEntries(servers.map((id) => [id, ['server.view']])),
    expires_at: NO_END,
  };
}
