/** What each route shows, what stands around it, and what the palette, the keys and the sidebar know of it. */
import {
  Building2,
  Columns2,
  History,
  LayoutDashboard,
  Shield,
  Tv,
  UserSearch,
  Users,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { waitingInvites } from '../../domain/invitations/rules.ts';
import {
  may,
  mayHost,
  mayInvite,
  mayManage,
  mayRead,
  mayReadLogs,
} from '../../domain/permissions.ts';
import {
  to,
  type LaterName,
  type RedirectName,
  type RouteName,
} from '../../domain/routes/routes.ts';
import { readPage } from '../parts/read-page.tsx';
import { forgetAccount } from './forget-account.ts';
import { LIST_SCREENS } from './list-screens.tsx';
import type { Screen } from './screen.ts';
import { DashboardPage } from '../servers/list/page.tsx';

const AddServerPage = readPage(() => import('../servers/add/page.tsx'), 'AddServerPage');
const ServerDashboardPage = readPage(
  () => import('../servers/dashboard/page.tsx'),
  'ServerDashboardPage',
);
const InspectorPage = readPage(() => import('../inspector/page.tsx'), 'InspectorPage');
const ReplayPage = readPage(() => import('../replay/page.tsx'), 'ReplayPage');
const ReplayedScreens = readPage(() => import('./replayed-screens.tsx'), 'ReplayedScreens');
const WallsPage = readPage(() => import('../walls/walls-page.tsx'), 'WallsPage');
const NewWallPage = readPage<'NewWallPage', object>(
  () => import('../walls/editor-page.tsx'),
  'NewWallPage',
);
const EditWallPage = readPage(() => import('../walls/editor-page.tsx'), 'EditWallPage');
const PairPage = readPage(() => import('../walls/pair-page.tsx'), 'PairPage');
const DisplayPage = readPage(() => import('../walls/display-page.tsx'), 'DisplayPage');
const HistoryPage = readPage(() => import('../history/page.tsx'), 'HistoryPage');
const PastPage = readPage(() => import('../history/past-page.tsx'), 'PastPage');
const SearchPage = readPage(() => import('../persons/search-page.tsx'), 'SearchPage');
const ProfilePage = readPage(() => import('../persons/profile-page.tsx'), 'ProfilePage');
const PeoplePage = readPage(() => import('../invitations/people-page.tsx'), 'PeoplePage');
const PersonPage = readPage(() => import('../rights/person-page.tsx'), 'PersonPage');
const GroupsPage = readPage(() => import('../groups/groups-page.tsx'), 'GroupsPage');
const GroupPage = readPage(() => import('../groups/group-page.tsx'), 'GroupPage');
const InvitePage = readPage(() => import('../invitations/invite-page.tsx'), 'InvitePage');
const UpgradePage = readPage(() => import('../account/upgrade-page.tsx'), 'UpgradePage');
const ServerNavPage = readPage(() => import('../servers/nav/page.tsx'), 'ServerNavPage');
const StoragePage = readPage(() => import('../files/storage-page.tsx'), 'StoragePage');
const ConsolesPage = readPage(() => import('../consoles/page.tsx'), 'ConsolesPage');
const AccountAuditPage = readPage(
  () => import('../audit/account-audit-page.tsx'),
  'AccountAuditPage',
);
const SchedulesPage = readPage(() => import('../schedules/page.tsx'), 'SchedulesPage');
const ServerWindowPage = readPage(() => import('../consoles/window-page.tsx'), 'ServerWindowPage');
const QuickWallPage = readPage(
  () => import('../walls/screen/quick-wall-page.tsx'),
  'QuickWallPage',
);
const WallPage = readPage(() => import('../walls/screen/page.tsx'), 'WallPage');
const LogoutPage = readPage(() => import('../account/logout-page.tsx'), 'LogoutPage');
const ServerComponentPage = readPage(() => import('../servers/manage/page.tsx'), 'ServerPage');

export type ScreenName = Exclude<RouteName, RedirectName | LaterName>;

/** A route that is no redirect and has no screen does not compile. */
export const SCREENS: { readonly [Name in ScreenName]: Screen<Name> } = {
  dummy: { useTitle: null, show: () => null, around: 'nothing' },
  upgrade: {
    useTitle: () => useTranslation('plans').t('upgrade.title'),
    show: () => <UpgradePage />,
    around: 'shell',
    reloads: 'dashboard',
  },
  dashboard: {
    useTitle: () => useTranslation('dashboard').t('title'),
    show: () => <DashboardPage />,
    around: 'shell',
    reloads: 'dashboard',
    recorded: true,
    link: { icon: LayoutDashboard, label: 'dashboard', replayed: true },
    pages: [{ name: 'dashboard', href: to.dashboard(), key: 'd', replayed: true }],
  },
  serverDashboard: {
    useTitle: null,
    show: ({ server_id: id }) => <ServerDashboardPage serverId={id} />,
    around: 'shell',
    reloads: 'server-dashboard',
    ofServer: [
      {
        name: 'serverDashboard',
        href: to.serverDashboard,
        offered: (account, id) => may(account, id, 'server.view'),
        replayed: true,
      },
      {
        name: 'serverCharts',
        href: to.serverCharts,
        offered: (account, id) => may(account, id, 'server.view'),
        replayed: true,
      },
    ],
  },
  addServer: {
    useTitle: () => useTranslation('addServer').t('title'),
    show: () => <AddServerPage />,
    around: 'shell',
    reloads: 'add-server',
    pages: [
      {
        name: 'addServer',
        href: to.addServer(),
        key: 'a',
        offered: (account) => mayHost(account, 'host.server.create'),
      },
    ],
  },
  serverComponent: {
    useTitle: null,
    show: ({ server_id: id, component }) => (
      <ServerComponentPage serverId={id} component={component} />
    ),
    around: 'shell',
    reloads: 'server',
    ofServer: [
      { name: 'overview', href: (id) => to.server(id, 'overview'), offered: mayManage },
      {
        name: 'serverSchedules',
        href: (id) => to.server(id, 'schedules'),
        offered: (account, id) => may(account, id, 'server.view'),
      },
      {
        name: 'serverModules',
        href: (id) => to.server(id, 'modules'),
        offered: (account, id) => may(account, id, 'server.view'),
      },
      {
        name: 'logs',
        href: (id) => to.server(id, 'logs-server'),
        offered: mayReadLogs,
        replayed: true,
      },
    ],
  },
  serverWindow: {
    useTitle: null,
    show: ({ server_id: id, panel }) => <ServerWindowPage serverId={id} panel={panel} />,
    around: 'window',
    ofServer: [
      {
        name: 'consoleWindow',
        href: (id) => to.serverWindow(id, 'console'),
        offered: (account, id) => mayRead(account, id, 'console'),
      },
      {
        name: 'feedWindow',
        href: (id) => to.serverWindow(id, 'feed'),
        offered: (account, id) => mayRead(account, id, 'feed'),
      },
      {
        name: 'playersWindow',
        href: (id) => to.serverWindow(id, 'players'),
        offered: (account, id) => may(account, id, 'server.view'),
      },
    ],
  },
  history: {
    useTitle: () => useTranslation('history').t('title'),
    show: () => <HistoryPage />,
    around: 'shell',
    reloads: 'history',
    link: { icon: History, label: 'history' },
    pages: [{ name: 'history', href: to.history(), key: 'h' }],
  },
  search: {
    useTitle: () => useTranslation('persons').t('search.title'),
    show: () => <SearchPage />,
    around: 'shell',
    reloads: 'people',
    link: { icon: UserSearch, label: 'search' },
    pages: [{ name: 'search', href: to.search(), key: 'f' }],
  },
  ownProfile: {
    useTitle: null,
    show: () => <ProfilePage asked={null} />,
    around: 'shell',
    reloads: 'people',
    pages: [{ name: 'ownProfile', href: to.ownProfile() }],
  },
  profile: {
    useTitle: null,
    show: ({ muster_id: id }) => <ProfilePage asked={id} key={id} />,
    around: 'shell',
    reloads: 'people',
  },
  past: {
    useTitle: null,
    show: ({ server_id: id, moment }) => (
      <PastPage serverId={id} moment={moment} screens={<ReplayedScreens />} />
    ),
    around: 'nothing',
  },
  person: {
    useTitle: null,
    show: ({ muster_id: id }) => <PersonPage musterId={id} />,
    around: 'shell',
    reloads: 'people',
  },
  people: {
    useTitle: () => useTranslation('invitations').t('title'),
    show: () => <PeoplePage />,
    around: 'shell',
    reloads: 'people',
    link: { icon: Users, label: 'people', withBelow: true },
    pages: [{ name: 'people', href: to.people(), key: 'p' }],
  },
  invite: {
    useTitle: () => useTranslation('invitations').t('form.title'),
    show: () => <InvitePage />,
    around: 'shell',
    reloads: 'people',
    pages: [{ name: 'invite', href: to.invite(), offered: mayInvite }],
  },
  teams: {
    useTitle: () => useTranslation('groups').t('title.team'),
    show: () => <GroupsPage kind="team" key="team" />,
    around: 'shell',
    reloads: 'people',
    link: { icon: Shield, label: 'teams', withBelow: true, waiting: waitingInvites('team') },
    pages: [{ name: 'teams', href: to.groups('team'), key: 't' }],
  },
  team: {
    useTitle: null,
    show: ({ team_id: id }) => <GroupPage kind="team" groupId={id} key={id} />,
    around: 'shell',
    reloads: 'people',
  },
  organizations: {
    useTitle: () => useTranslation('groups').t('title.organization'),
    show: () => <GroupsPage kind="organization" key="organization" />,
    around: 'shell',
    reloads: 'people',
    link: {
      icon: Building2,
      label: 'organizations',
      withBelow: true,
      waiting: waitingInvites('organization'),
    },
    pages: [{ name: 'organizations', href: to.groups('organization'), key: 'o' }],
  },
  organization: {
    useTitle: null,
    show: ({ organization_id: id }) => <GroupPage kind="organization" groupId={id} key={id} />,
    around: 'shell',
    reloads: 'people',
  },
  ...LIST_SCREENS,
  serverNav: {
    useTitle: () => useTranslation('frame').t('serverNav'),
    show: () => <ServerNavPage />,
    around: 'shell',
    reloads: 'dashboard',
    pages: [{ name: 'serverNav', href: to.serverNav() }],
  },
  activity: {
    useTitle: () => useTranslation('serverPages').t('audit.activity.title'),
    show: () => <AccountAuditPage of="activity" />,
    around: 'shell',
    reloads: 'people',
    pages: [{ name: 'activity', href: to.activity() }],
  },
  storage: {
    useTitle: () => useTranslation('files').t('storage.title'),
    show: () => <StoragePage />,
    around: 'shell',
    reloads: 'people',
    pages: [{ name: 'storage', href: to.storage() }],
  },
  oversight: {
    useTitle: () => useTranslation('serverPages').t('audit.oversight.title'),
    show: () => <AccountAuditPage of="oversight" />,
    around: 'shell',
    reloads: 'people',
    pages: [
      {
        name: 'oversight',
        href: to.oversight(),
        offered: (account) => mayHost(account, 'host.operate'),
      },
    ],
  },
  schedules: {
    useTitle: () => useTranslation('schedules').t('title'),
    show: () => <SchedulesPage />,
    around: 'shell',
    reloads: 'server',
    pages: [{ name: 'schedules', href: to.schedules(), key: 'e' }],
  },
  consoles: {
    useTitle: () => useTranslation('consoles').t('title'),
    show: () => <ConsolesPage />,
    around: 'shell',
    reloads: 'server-dashboard',
    recorded: true,
    link: { icon: Columns2, label: 'consoles' },
    pages: [{ name: 'consoles', href: to.consoles(), key: 'c' }],
  },
  inspector: {
    useTitle: () => useTranslation('inspector').t('title'),
    show: () => <InspectorPage />,
    around: 'shell',
    reloads: 'inspector',
    recorded: true,
    pages: [{ name: 'inspector', href: to.inspector(), key: 'i' }],
  },
  replay: {
    useTitle: () => useTranslation('replay').t('title'),
    show: () => <ReplayPage screens={<ReplayedScreens />} />,
    around: 'nothing',
    recorded: true,
    pages: [{ name: 'replay', href: to.replay(), key: 'r' }],
  },
  walls: {
    useTitle: () => useTranslation('walls').t('title'),
    show: () => <WallsPage />,
    around: 'shell',
    reloads: 'walls',
    link: { icon: Tv, label: 'walls', withBelow: true },
    pages: [{ name: 'walls', href: to.walls(), key: 's' }],
  },
  newWall: {
    useTitle: () => useTranslation('walls').t('form.new'),
    show: () => <NewWallPage />,
    around: 'shell',
    reloads: 'walls',
    pages: [{ name: 'newWall', href: to.newWall() }],
  },
  pairDisplay: {
    useTitle: () => useTranslation('walls').t('pairing.title'),
    show: () => <PairPage />,
    around: 'shell',
    reloads: 'walls',
    pages: [{ name: 'pairDisplay', href: to.pairDisplay() }],
  },
  editWall: {
    useTitle: () => useTranslation('walls').t('form.edit'),
    show: ({ wall_id: id }) => <EditWallPage wallId={id} key={id} />,
    around: 'shell',
    reloads: 'walls',
  },
  display: { useTitle: null, show: () => <DisplayPage />, around: 'display' },
  quickWall: {
    useTitle: null,
    show: () => <QuickWallPage />,
    around: 'wall',
    pages: [{ name: 'quickWall', href: to.quickWall(''), key: 'w' }],
  },
  wall: {
    useTitle: null,
    show: ({ wall_id: id }) => <WallPage wallId={id} key={id} />,
    around: 'wall',
  },
  logout: {
    useTitle: () => useTranslation('frame').t('logout'),
    show: () => <LogoutPage forget={forgetAccount} />,
    around: 'nothing',
    pages: [{ name: 'logout', href: to.logout() }],
  },
};
