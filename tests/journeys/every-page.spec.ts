import { expect, test, type Page } from '@playwright/test';
import {
  AUTH_ROUTES,
  ROUTES,
  SERVER_COMPONENT,
  to,
  WINDOW_PANEL,
} from '../../src/domain/routes/routes.ts';
import type { LaterName, RedirectName, RouteName } from '../../src/domain/routes/routes.ts';
import { playerSearch } from '../../src/protocol/persons/search-calls.ts';
import { statusAnswer } from '../../src/protocol/session/fields.ts';
import { barriersOf } from './support/accessible.ts';
import { startDemo } from './support/demo.ts';
import { pressOn, writeIn } from './support/keyboard.ts';
import { call } from './support/portal.ts';

let demo: Awaited<ReturnType<typeof startDemo>>;

test.beforeAll(async () => {
  demo = await startDemo(3);
});

test.afterAll(() => demo.stop());

/** What is there to be looked at. */
interface There {
  readonly server: string;
  readonly wall: string;
  readonly me: string;
  /** Somebody who was on a server. */
  readonly player: string;
  readonly team: string;
  readonly organization: string;
  readonly banList: string;
  readonly bucket: string;
  readonly filters: string;
}

/** A ban of its list. */
const BAN = '6'.repeat(24);

/** What shows nothing to somebody whom no plan has stopped. */
type Elsewhere = 'logout' | 'dummy' | 'upgrade';

/** Every page by its route, with the states that its address holds. */
const PAGES: Readonly<
  Record<
    Exclude<RouteName, RedirectName | LaterName | Elsewhere>,
    (there: There) => readonly string[]
  >
> = {
  dashboard: () => ['', '?group=game', '?rows=roomy'].map((search) => to.dashboard(search)),
  serverDashboard: ({ server }) =>
    ['', '?panel=console', '?panel=feed', '?panel=chart'].map(
      (search) => to.serverDashboard(server) + search,
    ),
  addServer: () => [to.addServer()],
  serverComponent: ({ server }) => SERVER_COMPONENT.map((name) => to.server(server, name)),
  serverWindow: ({ server }) => WINDOW_PANEL.map((panel) => to.serverWindow(server, panel)),
  history: () => [to.history(), to.history('?q=nobody+wrote+this')],
  search: () => [to.search(), to.search('?q=an'), to.search('?q=nobody+is+called+so')],
  ownProfile: () => [to.ownProfile()],
  profile: ({ me, server, player }) => [
    to.profile(me),
    to.profile(player),
    to.profile(player, `?on=${server}`),
    to.profile('9'.repeat(24)),
  ],
  past: ({ server }) => [to.past(server, Date.now() - 30_000)],
  people: () => [to.people()],
  invite: () => [to.invite()],
  person: ({ me }) => [to.person(me)],
  teams: () => [to.groups('team')],
  team: ({ team }) =>
    ['', 'members', 'roles', 'resources', 'audit', 'settings'].map((tab) =>
      to.group('team', team, tab === '' ? '' : `?tab=${tab}`),
    ),
  organizations: () => [to.groups('organization')],
  organization: ({ organization }) =>
    ['', 'members', 'invites', 'roles', 'teams', 'resources', 'audit', 'settings'].map((tab) =>
      to.group('organization', organization, tab === '' ? '' : `?tab=${tab}`),
    ),
  banManager: () => [to.banManager(), to.banManager() + '?q=nothing+like+it'],
  banList: ({ banList }) =>
    [
      '',
      '?tab=bans',
      '?tab=add',
      '?tab=import',
      '?tab=servers',
      '?tab=follows',
      '?tab=reports',
      '?tab=profile',
      '?tab=verification',
      '?tab=integrations',
      '?tab=audit',
      '?tab=settings',
      `?tab=bans&ban=${BAN}`,
    ].map((search) => to.banList(banList, search)),
  buckets: () => [to.buckets(), to.buckets() + '?q=nothing+like+it'],
  bucket: ({ bucket, filters }) => [
    ...['', '?tab=servers', '?tab=audit', '?tab=settings'].map((search) =>
      to.bucket(bucket, search),
    ),
    to.bucket(filters),
  ],
  serverNav: () => [to.serverNav()],
  activity: () => [to.activity()],
  storage: () => [to.storage()],
  reviews: () => [to.reviews()],
  oversight: () => [to.oversight(), to.oversight('?q=nobody')],
  schedules: () => [to.schedules()],
  consoles: () => [to.consoles()],
  inspector: () => [to.inspector()],
  replay: () => [to.replay()],
  walls: () => [to.walls()],
  newWall: () => [to.newWall()],
  pairDisplay: () => [to.pairDisplay()],
  editWall: ({ wall }) => [to.editWall(wall)],
  display: () => [to.display()],
  quickWall: () => [to.quickWall('')],
  wall: ({ wall }) => [to.wall(wall)],
};

/** Makes a wall, a team, an organization and a ban list, and answers what the pages show. */
async function enter(page: Page): Promise<There> {
  await page.goto(demo.origin);
  await pressOn(page.getByRole('button', { name: 'Enter as owner' }));
  const rows = page.getByRole('main').locator('a.row-link');
  await expect(rows).toHaveCount(3);
  const server = (await rows.first().getAttribute('href'))?.split('/').pop() ?? '';
  await page.goto(demo.origin + to.newWall());
  await writeIn(page.getByLabel('Name', { exact: true }), 'Lobby');
  await pressOn(page.getByRole('button', { name: 'Save the wall' }));
  await expect(page.getByRole('main', { name: 'Lobby' })).toBeVisible();
  const { user } = statusAnswer.parse(
    await (await page.request.get(`${demo.origin}/app/v1/@me/status`)).json(),
  );
  const [team, organization, banList] = ['7'.repeat(24), '8'.repeat(24), '9'.repeat(24)];
  const [bucket, filters] = ['6'.repeat(24), '4'.repeat(24)];
  const me = user.muster_id ?? '';
  await call(page, '/app/v1/teams/create', { group_id: team, identifier: 'Night Watch' });
  await call(page, '/app/v1/organizations/create', {
    group_id: organization,
    identifier: 'Chernarus United',
  });
  const owner = { kind: 'account', id: me };
  await call(page, '/app/v1/banlists/create', { banlist_id: banList, identifier: 'Known', owner });
  await call(page, `/app/v1/banlist/${banList}/servers`, { server_id: server, primary: true });
  await call(page, `/app/v1/banlist/${banList}/bans/create`, {
    ban_id: BAN,
    who: { kind: 'identity', steam_id: '76561198000000001', name: 'Bert' },
    reason: 'Wall glitching',
    minutes: 60,
  });
  await call(page, '/app/v1/buckets/create', {
    bucket_id: bucket,
    type: 'WHITELIST',
    identifier: 'Regulars',
    owner,
  });
  await call(page, `/app/v1/bucket/${bucket}/servers`, { server_id: server });
  await call(page, `/app/v1/bucket/${bucket}/entries/add`, {
    entries: [
      {
        entry_id: '5'.repeat(24),
        what: { kind: 'identity', steam_id: '76561198000000002', name: 'Ernie' },
        minutes: 1_440,
      },
    ],
  });
  await call(page, '/app/v1/buckets/create', {
    bucket_id: filters,
    type: 'NAME_FILTER',
    identifier: 'Bad names',
    owner,
  });
  await call(page, `/app/v1/bucket/${filters}/entries/add`, {
    entries: [
      {
        entry_id: '3'.repeat(24),
        what: {
          kind: 'filter',
          term: 'griefer',
          term_kind: 'text',
          action: 'kick',
          message: 'Choose another name.',
        },
        minutes: null,
      },
    ],
  });
  const wall = new URL(page.url()).pathname.split('/').pop() ?? '';
  const found = async () => {
    const answer = await page.request.get(`${demo.origin}/app/v1/search?text=er`);
    return playerSearch.answer.parse(await answer.json()).people[0]?.muster_id ?? '';
  };
  await expect.poll(found).not.toBe('');
  const player = await found();
  return { server, wall, me, player, team, organization, banList, bucket, filters };
}

/** What comes later than the page has come. */
async function drawn(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached();
  await expect(page.locator('.skeleton')).toHaveCount(0);
}

/** What of the page has to be scrolled to the side. */
function tooWide(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main')]
      .filter((it) => it === document.documentElement || getComputedStyle(it).overflowX === 'auto')
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((it) => `${it.localName} is ${it.scrollWidth - it.clientWidth} px too wide`),
  );
}

/** What is too low for a finger, also where nothing is near it; links and names within a line are as high as the line. */
function tooLow(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button:not(.player-link), summary, select, a.button')]
      .map((one) => ({ one, box: one.getBoundingClientRect() }))
      .filter(({ box: { width, height } }) => Math.min(width, height) > 2 && height < 23.9)
      .map(({ one, box }) => `${box.height} px: ${one.outerHTML.slice(0, 200)}`),
  );
}

/** What axe finds in both themes. */
async function lookAt(page: Page, what: string): Promise<readonly string[]> {
  const barriers: string[] = [];
  // Another theme has other colours, and nothing else.
  for (const [colorScheme, rules] of [
    ['light', ['color-contrast']],
    ['dark', undefined],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // It is drawn in the theme's colours by the second frame from now.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    const found = await barriersOf(page, rules);
    barriers.push(...found.map((barrier) => `${what}, ${colorScheme}: ${barrier}`));
  }
  return barriers;
}

test('axe finds nothing at any width on what is open to everybody', async ({ page }) => {
  const token = `#token=${'x'.repeat(43)}`;
  const { forgot, reset, verify } = AUTH_ROUTES;
  const barriers: string[] = [];
  for (const path of [forgot.path, reset.path + token, verify.path + token, '/docs']) {
    await page.goto(demo.origin + path);
    await expect(page.locator('h1').first()).toBeVisible();
    for (const width of [1_440, 768, 390]) {
      await page.setViewportSize({ width, height: 844 });
      barriers.push(...(await lookAt(page, `${path} at ${width}`)));
    }
  }
  expect(barriers).toEqual([]);
});

// In parts, beside each other.
const PARTS = 3;
for (let part = 0; part < PARTS; part++) {
  test(`axe finds nothing on any page, dark and light and on a phone, none is larger than the window (${part + 1} of ${PARTS})`, async ({
    page,
  }) => {
    const there = await enter(page);
    const barriers: string[] = [];
    const addresses = (Object.keys(PAGES) as (keyof typeof PAGES)[])
      .flatMap((name) => PAGES[name](there).map((address) => ({ name, address })))
      .filter((_, index) => index % PARTS === part);
    for (const { name, address } of addresses) {
      await test.step(`${name} ${ROUTES[name].path} ${address}`, async () => {
        await page.setViewportSize({ width: 1_440, height: 900 });
        await page.goto(demo.origin + address);
        await drawn(page);
        barriers.push(...(await lookAt(page, address)));
        // What scrolls, scrolls within the page: what is only heard of it, too.
        const beyond = await page.evaluate(
          () => document.documentElement.scrollHeight - window.innerHeight,
        );
        if (beyond > 0) barriers.push(`${address}: ${beyond} px longer than the window`);
        // A phone has other controls, in the same colours.
        await page.setViewportSize({ width: 390, height: 844 });
        const found = [
          ...(await barriersOf(page)),
          ...(await tooWide(page)),
          ...(await tooLow(page)),
        ];
        barriers.push(...found.map((barrier) => `${address} at 390: ${barrier}`));
      });
    }
    await test.step('in between', async () => {
      await page.setViewportSize({ width: 768, height: 1_024 });
      const few = [to.dashboard(''), to.serverDashboard(there.server), to.history()];
      for (const address of few.filter((_, index) => index % PARTS === part)) {
        await page.goto(demo.origin + address);
        await drawn(page);
        barriers.push(...(await lookAt(page, `${address} at 768`)));
      }
    });
    expect(barriers).toEqual([]);
  });
}
