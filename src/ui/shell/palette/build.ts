/** The lines of the palette, of what is typed and what the worker found. */
import type { TFunction } from 'i18next';
import { readMoment } from '../../../domain/history/moment-words.ts';
import { to } from '../../../domain/routes/routes.ts';
import { zoneNamed } from '../../../domain/zone.ts';
import type { ServerRow } from '../../../domain/rows.ts';
import { match, wordsOf, type Range } from '../../../domain/search/match.ts';
import type {
  Identified,
  PlayerHit,
  SearchAnswer,
  ServerHit,
} from '../../../domain/search/search.ts';
import { gameName } from '../../../protocol/enumerations.ts';
import { reasonText } from '../../actions/why-not.ts';
import { formatMomentIn } from '../../text/format.ts';
import { isolated } from '../../text/isolated.ts';
import type { Reach } from '../keys/reach.ts';
import {
  DEED_ACTION,
  offeredAt,
  mayAct,
  PLAYER_DEEDS,
  readSentence,
  SERVER_DEEDS,
  type Deed,
  type PlayerDeed,
  type Sentence,
} from './deeds.ts';
import { communityGroup, communityItems, communityMatches } from './communities.ts';
import { calledOf, playerItem, playerItems } from './player-items.ts';
import { FITS, SHOWN, type Group, type Item } from './items.ts';
import { ownItems, ownMatches } from './own.ts';
import { soughtGroup } from './sought.ts';
import { serverName } from '../../../domain/servers/server-name.ts';
import { serverTitle } from '../../text/server-title.ts';
import type { Known, Name } from './known.ts';

type Texts = TFunction<'palette'>;

export interface Found {
  readonly text: string;
  /** Whom the host told of by then. */
  readonly identified: readonly Identified[];
  readonly answer: SearchAnswer;
  /** What the rest of a sentence names. */
  readonly named: SearchAnswer | null;
}

const NAMED = 8;
/** What a page does itself, where nothing is typed. */
const OWN = 9;

/** A hit from here on is meant: what can be done with it is offered at once. */
const MEANT = 70;

/** What is to be done, and to what: the part that the worker is asked a second time for. */
export function sentenceOf(text: string, reach: Reach, t: Texts): Sentence<Name> | null {
  const names: readonly Name[] = [
    ...(mayAct(reach) ? [...SERVER_DEEDS, ...PLAYER_DEEDS] : []),
    ...reach.serverPages.map(({ name }) => name),
  ];
  return readSentence(
    text,
    names.map((name) => [name, t(`words.${name}`)] as const),
  );
}

export function isPlayerDeed(name: Name): name is PlayerDeed {
  return (PLAYER_DEEDS as readonly string[]).includes(name);
}

/** The groups, best first. */
export function buildGroups(found: Found, known: Known): readonly Group[] {
  const groups = wordsOf(found.text).length === 0 ? untyped(found, known) : typed(found, known);
  return groups.filter(({ items }) => items.length > 0);
}

function untyped({ answer }: Found, known: Known): Group[] {
  const { t, recent, here } = known;
  const pages = portalItems(known);
  const servers = answer.servers.map((hit) => serverItem(hit, known));
  const communities = communityItems(known);
  const last = recent.flatMap(
    (key) => [...pages, ...communities, ...servers].find((item) => item.key === key) ?? [],
  );
  const fresh = (item: Item) => !last.includes(item);
  const groups = [group('recent', t('group.recent'), last)];
  const own = ownItems(known);
  if (known.own !== null) {
    const left = own.length - OWN;
    groups.push(group('own', known.own.title, own.slice(0, OWN), left));
  }
  if (here !== undefined) groups.push(withServer(here, known));
  const others = pages.filter((item) => fresh(item) && item.does.kind !== 'theme');
  groups.push(group('pages', t('group.pages'), others));
  groups.push(communityGroup(communities.filter(fresh), known));
  groups.push(
    group(
      'servers',
      t('group.servers'),
      servers.filter(fresh).slice(0, SHOWN),
      answer.found.servers - answer.servers.length,
    ),
  );
  return groups;
}

function typed(found: Found, known: Known): Group[] {
  const { t, recent } = known;
  const words = wordsOf(found.text);
  const { answer } = found;
  const pages = portalItems(known)
    .flatMap((item) => {
      const fit = match(item.label, words);
      if (fit === null || fit.score < FITS) return [];
      const score = fit.score + (recent.includes(item.key) ? 5 : 0);
      return [{ score, item: { ...item, ranges: fit.ranges } }];
    })
    .toSorted((a, b) => b.score - a.score);
  const own = ownMatches(known, words, found.text.trim());
  const communities = communityMatches(known, words);
  const ranked = [
    {
      best: own[0]?.score ?? 0,
      group: group(
        'own',
        known.own?.title ?? '',
        own.map(({ item }) => item),
      ),
    },
    {
      best: pages[0]?.score ?? 0,
      group: group(
        'pages',
        t('group.pages'),
        pages.map(({ item }) => item),
      ),
    },
    {
      best: communities.hits[0]?.score ?? 0,
      group: communityGroup(
        communities.hits.map(({ item }) => item),
        known,
      ),
    },
    {
      best: answer.servers[0]?.score ?? 0,
      group: group(
        'servers',
        t('group.servers'),
        answer.servers.map((hit) => serverItem(hit, known)),
        answer.found.servers - answer.servers.length,
      ),
    },
    {
      best: answer.players[0]?.score ?? 0,
      group: group(
        'players',
        t('group.players'),
        answer.players.map((hit) => playerItem(hit, known)),
        answer.found.players - answer.players.length,
      ),
    },
  ].toSorted((a, b) => b.best - a.best);
  const asked = sentenceGroup(found, known);
  const others = ranked.map((one) => one.group);
  // A word alone may as well be the beginning of a name.
  const whole = (sentenceOf(found.text, known.reach, t)?.rest ?? '') !== '';
  const groups = [
    pastGroup(found.text, known),
    ...(whole ? [asked, ...others] : [...others, asked]),
  ];
  const [server] = answer.servers;
  const [player] = answer.players;
  const { meant } = communities;
  const best = Math.max(server?.score ?? 0, player?.score ?? 0);
  if (meant !== undefined && meant.score >= MEANT && meant.score > best) {
    groups.push(
      group(`with:${meant.id}`, t('group.here', { name: isolated(meant.name) }), meant.items),
    );
  } else if (server !== undefined && server.score >= Math.max(MEANT, player?.score ?? 0)) {
    groups.push(withServer(server.server, known));
  } else if (player !== undefined && player.score >= MEANT) {
    groups.push(withPlayer(player, known));
  }
  return [...groups, soughtGroup(found.text, known)];
}

/** A moment that is typed, on the server that is looked at. Without a figure it is rather the beginning of a name. */
function pastGroup(text: string, { here, reach, now, locale, t }: Known): Group {
  const title = t('group.past');
  const zone = here === undefined ? null : zoneNamed(here.configuration.timezone);
  if (here === undefined || zone === null || !mayAct(reach) || !/\d/.test(text)) {
    return group('past', title, []);
  }
  const at = readMoment(text, now, zone);
  if (at === null) return group('past', title, []);
  const item: Item = {
    key: `past:${here.id}`,
    label: t('pastOf', { name: serverTitle(here.configuration) }),
    ranges: [],
    detail: formatMomentIn(at, locale, zone.name),
    icon: 'page',
    why: null,
    does: { kind: 'go', href: to.past(here.id, at) },
  };
  return group('past', title, [item]);
}

/** What a sentence asks for, with every server or player that it can name. */
function sentenceGroup({ text, named }: Found, known: Known): Group {
  const { t, here } = known;
  const sentence = sentenceOf(text, known.reach, t);
  if (sentence === null) return group('do', t('group.do'), []);
  const { names, rest } = sentence;
  if (rest === '') {
    const ofHere = here === undefined ? [] : serverItems(here, known, names);
    return group('do', t('group.do'), [...ofHere, ...names.map((name) => unnamed(name, known))]);
  }
  const items = [
    ...(named?.servers ?? []).flatMap(({ server, score }) =>
      serverItems(server, known, names).map((item) => ({ item, score })),
    ),
    ...(named?.players ?? []).flatMap((hit) =>
      playerItems(hit, known, names).map((item) => ({ item, score: hit.score })),
    ),
  ].toSorted((a, b) => b.score - a.score);
  return group(
    'do',
    t('group.do'),
    items.slice(0, NAMED).map(({ item }) => item),
    Math.max(0, items.length - NAMED),
  );
}

function unnamed(name: Name, { t }: Known): Item {
  const label = nameText(name, t);
  return {
    key: `type:${name}`,
    label,
    ranges: [],
    detail: t(isPlayerDeed(name) ? 'nameWho' : 'nameIt'),
    icon: 'deed',
    why: null,
    does: { kind: 'type', text: `${t(`words.${name}`).split(' ')[0] ?? ''} ` },
  };
}

function withServer(server: ServerRow, known: Known): Group {
  const title = known.t('group.here', { name: serverTitle(server.configuration) });
  return group(`with:${server.id}`, title, serverItems(server, known));
}

function withPlayer(hit: PlayerHit, known: Known): Group {
  const title = known.t('group.here', { name: calledOf(hit) });
  return group(`with:${hit.player.id}`, title, playerItems(hit, known));
}

/** A server's pages and what may be done with it; `names` chooses among them. */
function serverItems(server: ServerRow, known: Known, names?: readonly Name[]): Item[] {
  const { account, reach, t } = known;
  const name = serverTitle(server.configuration);
  const wanted = (one: Name) => names === undefined || names.includes(one);
  const pages = reach.serverPages
    .filter((page) => wanted(page.name) && page.offered(account, server.id))
    .map((page): Item => ({
      key: `${page.name}:${server.id}`,
      label: t('what', { deed: t(`page.${page.name}`), name }),
      ranges: [],
      detail: '',
      icon: 'page',
      why: null,
      does: { kind: 'go', href: page.href(server.id) },
    }));
  const offered = account === undefined || !mayAct(reach) ? [] : offeredAt(account, server);
  const deeds = offered
    .filter(({ deed }) => wanted(deed))
    .map(({ deed, why }): Item => ({
      key: `${deed}:${server.id}`,
      label: t('what', { deed: t(`deed.${deed}`), name }),
      ranges: [],
      detail: '',
      icon: 'deed',
      why: why === null ? null : reasonText(why, server, DEED_ACTION[deed]),
      does: { kind: 'ask', ask: { deed, server } },
    }));
  return [...pages, ...deeds];
}

function portalItems({ account, reach, t }: Known): readonly Item[] {
  const plain = { ranges: [] as readonly Range[], detail: '', why: null };
  const pages = reach.pages
    .filter(({ offered }) => offered?.(account) ?? true)
    .map(({ name, href }): Item => ({
      ...plain,
      key: `page:${name}`,
      label: t(`page.${name}`),
      icon: 'page',
      does: { kind: 'go', href },
    }));
  const themes = (['dark', 'light', 'system'] as const).map((theme): Item => ({
    ...plain,
    key: `theme:${theme}`,
    label: t(`theme.${theme}`),
    icon: 'deed',
    does: { kind: 'theme', theme },
  }));
  return [
    ...pages,
    { ...plain, key: 'help', label: t('help'), icon: 'deed', does: { kind: 'help' } },
    ...themes,
  ];
}

function serverItem({ server, ranges, beside }: ServerHit, { t }: Known): Item {
  const { configuration, population } = server;
  const game = t(`gameShort.${gameName(configuration.game)}`, { ns: 'server' });
  const players =
    population.players === null ? '' : ` · ${t('players', { count: population.players })}`;
  return {
    key: `server:${server.id}`,
    label: serverName(configuration),
    ranges,
    detail: game + players,
    ...(beside !== null && { because: { label: t(`because.${beside.what}`), ...beside } }),
    icon: server,
    why: null,
    does: { kind: 'go', href: to.serverDashboard(server.id) },
  };
}

function nameText(name: Name, t: Texts): string {
  const isDeed = (one: Name): one is Deed =>
    ([...SERVER_DEEDS, ...PLAYER_DEEDS] as readonly string[]).includes(one);
  return isDeed(name) ? t(`deed.${name}`) : t(`page.${name}`);
}

function group(key: string, title: string, items: readonly Item[], more = 0): Group {
  return { key, title, items, more: Math.max(0, more) };
}
