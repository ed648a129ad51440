import { createRootRoute, createRoute, Outlet, redirect, type RouteComponent } from '@tanstack/react-router';
import { queries } from './api/queries';
import { activitySearch } from './rooms/activity/activity-search';
import { chatSearch } from './rooms/agents/chat/chat-search';
import { graphSearch } from './rooms/graph/graph-search';
import { runSearch } from './rooms/evaluation/run-search';
import { placeSearch } from './rooms/resources/resource/place-search';
import { listSearch } from './rooms/resources/list-search';
import { settingsSearch } from './rooms/search-settings/settings-search';
import { lazyPage as lazy } from './lazy-page';
import { ownSearch } from './own-search';
import { hasArrived } from './session/arrival';
import { sessionQuery } from './session/session';
import { signInSearch } from './session/sign-in-search';
import { AgentFrame } from './shell/agent-frame';
import { BoxFrame } from './shell/box-frame';

// Before the route, whose functions need its type.
const ofSignIn = ownSearch(signInSearch);

const root = createRootRoute({ component: Outlet });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: ofSignIn,
  beforeLoad: async ({ search }) => {
    if (hasArrived()) return;
    // Signing in can be tried, too, when the server does not say who is signed in.
    const session = await queries.ensureQueryData({ ...sessionQuery, retry: false }).catch(() => null);
    if (session) throw redirect({ href: search.from ?? '/boxes' });
  },
  component: lazy(() => import('./rooms/sign-in/sign-in-page'), 'SignInPage'),
});

/** Pages that need a session are below. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  // Loaded while the session is read.
  component: lazy(() => import('./shell/frame'), 'Frame'),
  beforeLoad: async ({ location }) => {
    // Cached data is enough to continue, even while the server is down; it is read again in the background.
    const session = await queries.ensureQueryData({ ...sessionQuery, revalidateIfStale: true });
    if (!session) throw redirect({ to: '/sign-in', search: { from: location.href } });
  },
});

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/boxes' });
  },
});

/** A room beside the boxes. */
const room = <P extends string>(path: P, component: RouteComponent) =>
  createRoute({ getParentRoute: () => signedIn, path, component });

const box = createRoute({ getParentRoute: () => signedIn, path: '/boxes/$kbid', component: BoxFrame });

const boxHome = createRoute({
  getParentRoute: () => box,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/boxes/$kbid/resources', params });
  },
});

/** A room of a box: its page finds the box by `useKbid()`. */
const boxRoom = <P extends string>(path: P, component: RouteComponent) =>
  createRoute({ getParentRoute: () => box, path, component });

// One line per room; its entry in the menu is a line of shell/rooms.ts.
const boxes = room(
  '/boxes',
  lazy(() => import('./rooms/boxes/boxes-page'), 'BoxesPage'),
);
const search = boxRoom(
  '/search',
  lazy(() => import('./rooms/search/search-page'), 'SearchPage'),
);
const ask = boxRoom(
  '/ask',
  lazy(() => import('./rooms/ask/ask-page'), 'AskPage'),
);
const settings = boxRoom(
  '/settings',
  lazy(() => import('./rooms/settings/settings-page'), 'SettingsPage'),
);
const adding = boxRoom(
  '/adding',
  lazy(() => import('./rooms/adding/adding-page'), 'AddingPage'),
);
const resources = createRoute({
  getParentRoute: () => box,
  path: '/resources',
  validateSearch: ownSearch(listSearch),
  component: lazy(() => import('./rooms/resources/resources-page'), 'ResourcesPage'),
});
const resource = createRoute({
  getParentRoute: () => box,
  path: '/resources/$rid',
  validateSearch: ownSearch(placeSearch),
  component: lazy(() => import('./rooms/resources/resource/resource-page'), 'ResourcePage'),
});
const activity = createRoute({
  getParentRoute: () => box,
  path: '/activity',
  validateSearch: ownSearch(activitySearch),
  component: lazy(() => import('./rooms/activity/activity-page'), 'ActivityPage'),
});
const activityRecord = createRoute({
  getParentRoute: () => box,
  path: '/activity/$row',
  validateSearch: ownSearch(activitySearch),
  component: lazy(() => import('./rooms/activity/record-page'), 'RecordPage'),
});
const graph = createRoute({
  getParentRoute: () => box,
  path: '/graph',
  validateSearch: ownSearch(graphSearch),
  component: lazy(() => import('./rooms/graph/graph-page'), 'GraphPage'),
});
const tasks = boxRoom(
  '/tasks',
  lazy(() => import('./rooms/tasks/tasks-page'), 'TasksPage'),
);
const members = boxRoom(
  '/members',
  lazy(() => import('./rooms/members/members-page'), 'MembersPage'),
);
const evaluation = boxRoom(
  '/evaluation',
  lazy(() => import('./rooms/evaluation/evaluation-page'), 'EvaluationPage'),
);
const evaluationSet = boxRoom(
  '/evaluation/sets/$set',
  lazy(() => import('./rooms/evaluation/set-page'), 'SetPage'),
);
const evaluationRun = createRoute({
  getParentRoute: () => box,
  path: '/evaluation/runs/$run',
  validateSearch: ownSearch(runSearch),
  component: lazy(() => import('./rooms/evaluation/run-page'), 'RunPage'),
});
const transfer = boxRoom(
  '/transfer',
  lazy(() => import('./rooms/transfer/transfer-page'), 'TransferPage'),
);
const strategies = boxRoom(
  '/strategies',
  lazy(() => import('./rooms/strategies/strategies-page'), 'StrategiesPage'),
);
const keys = boxRoom(
  '/keys',
  lazy(() => import('./rooms/keys/keys-page'), 'KeysPage'),
);
const agents = room(
  '/agents',
  lazy(() => import('./rooms/agents/agents-page'), 'AgentsPage'),
);
const agent = createRoute({ getParentRoute: () => signedIn, path: '/agents/$agent', component: AgentFrame });
const agentHome = createRoute({
  getParentRoute: () => agent,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/agents/$agent/chat', params });
  },
});
/** A room of an agent: its page finds the agent by `useAgentId()`. */
const agentRoom = <P extends string>(path: P, component: RouteComponent) =>
  createRoute({ getParentRoute: () => agent, path, component });
const chat = createRoute({
  getParentRoute: () => agent,
  path: '/chat',
  validateSearch: ownSearch(chatSearch),
  component: lazy(() => import('./rooms/agents/chat/chat-page'), 'ChatPage'),
});
const workflow = agentRoom(
  '/workflow',
  lazy(() => import('./rooms/agents/workflow/workflow-page'), 'WorkflowPage'),
);
const sources = agentRoom(
  '/sources',
  lazy(() => import('./rooms/agents/sources/sources-page'), 'SourcesPage'),
);
const prompts = agentRoom(
  '/prompts',
  lazy(() => import('./rooms/agents/prompts/prompts-page'), 'PromptsPage'),
);
const agentSessions = agentRoom(
  '/sessions',
  lazy(() => import('./rooms/agents/sessions/sessions-page'), 'AgentSessionsPage'),
);
const answers = createRoute({
  getParentRoute: () => agent,
  path: '/answers',
  validateSearch: ownSearch(chatSearch),
  component: lazy(() => import('./rooms/agents/answers/answers-page'), 'AnswersPage'),
});
const timeline = agentRoom(
  '/answers/$interaction',
  lazy(() => import('./rooms/agents/answers/timeline-page'), 'TimelinePage'),
);
const connect = agentRoom(
  '/connect',
  lazy(() => import('./rooms/agents/connect/connect-page'), 'ConnectPage'),
);
const agentSettings = agentRoom(
  '/settings',
  lazy(() => import('./rooms/agents/transfer/agent-settings-page'), 'AgentSettingsPage'),
);
const models = boxRoom(
  '/models',
  lazy(() => import('./rooms/models/models-page'), 'ModelsPage'),
);
const searchSettings = createRoute({
  getParentRoute: () => box,
  path: '/search-settings',
  validateSearch: ownSearch(settingsSearch),
  component: lazy(() => import('./rooms/search-settings/search-settings-page'), 'SearchSettingsPage'),
});
const people = room(
  '/people',
  lazy(() => import('./rooms/people/people-page'), 'PeoplePage'),
);
const groups = room(
  '/groups',
  lazy(() => import('./rooms/groups/groups-page'), 'GroupsPage'),
);
const accountModels = room(
  '/models',
  lazy(() => import('./rooms/account-models/account-models-page'), 'AccountModelsPage'),
);
const tokens = room(
  '/tokens',
  lazy(() => import('./rooms/tokens/tokens-page'), 'TokensPage'),
);
const account = room(
  '/account',
  lazy(() => import('./rooms/account/account-page'), 'AccountPage'),
);
const usage = room(
  '/usage',
  lazy(() => import('./rooms/usage/usage-page'), 'UsagePage'),
);
const singleSignOn = room(
  '/single-sign-on',
  lazy(() => import('./rooms/single-sign-on/single-sign-on-page'), 'SingleSignOnPage'),
);
const profile = room(
  '/profile',
  lazy(() => import('./rooms/profile/profile-page'), 'ProfilePage'),
);
const sessions = room(
  '/sessions',
  lazy(() => import('./rooms/sessions/sessions-page'), 'SessionsPage'),
);
const audit = room(
  '/audit',
  lazy(() => import('./rooms/audit/audit-page'), 'AuditPage'),
);
const health = room(
  // Not /health, which is where probes ask.
  '/status',
  lazy(() => import('./rooms/health/health-page'), 'HealthPage'),
);

export const routes = root.addChildren([
  signIn,
  signedIn.addChildren([
    home,
    boxes,
    account,
    people,
    groups,
    accountModels,
    usage,
    singleSignOn,
    profile,
    sessions,
    tokens,
    audit,
    health,
    agents,
    agent.addChildren([
      agentHome,
      chat,
      workflow,
      sources,
      prompts,
      agentSessions,
      answers,
      timeline,
      connect,
      agentSettings,
    ]),
    box.addChildren([
      boxHome,
      adding,
      resources,
      resource,
      search,
      ask,
      activity,
      activityRecord,
      graph,
      tasks,
      members,
      searchSettings,
      evaluation,
      evaluationSet,
      evaluationRun,
      models,
      strategies,
      keys,
      transfer,
      settings,
    ]),
  ]),
]);
