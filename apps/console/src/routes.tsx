import { createRootRoute, createRoute, lazyRouteComponent as lazy, Outlet, redirect } from '@tanstack/react-router';
import { queries } from './api/queries';
import { sessionQuery } from './session/session';
import { BoxFrame } from './shell/box-frame';
import { Frame } from './shell/frame';
import { signInSearch } from './session/sign-in-search';

const root = createRootRoute({ component: Outlet });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: signInSearch,
  component: lazy(() => import('./rooms/sign-in/sign-in-page'), 'SignInPage'),
});

/** Whatever needs a session lies below. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Frame,
  beforeLoad: async ({ location }) => {
    const session = await queries.fetchQuery(sessionQuery);
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
const room = <P extends string>(path: P, component: ReturnType<typeof lazy>) =>
  createRoute({ getParentRoute: () => signedIn, path, component });

const box = createRoute({ getParentRoute: () => signedIn, path: '/boxes/$kbid', component: BoxFrame });

const boxHome = createRoute({
  getParentRoute: () => box,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/boxes/$kbid/settings', params });
  },
});

/** A room of a box: its page finds the box by `useKbid()`. */
const boxRoom = <P extends string>(path: P, component: ReturnType<typeof lazy>) =>
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
const settings = boxRoom(
  '/settings',
  lazy(() => import('./rooms/settings/settings-page'), 'SettingsPage'),
);

export const routes = root.addChildren([
  signIn,
  signedIn.addChildren([home, boxes, box.addChildren([boxHome, search, settings])]),
]);
