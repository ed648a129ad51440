import { createRouter } from '@tanstack/react-router';
import { queries } from './api/queries';
import { whenUnauthorized } from './api/request';
import { Loading } from './parts/loaded';
import { routes } from './routes';
import { sessionQuery } from './session/session';
import { LostPage } from './shell/lost-page';
import { RouteFailure } from './shell/route-failure';

export const router = createRouter({
  routeTree: routes,
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultErrorComponent: RouteFailure,
  defaultNotFoundComponent: LostPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** A session that ends while somebody works: to the sign-in, and from there back to where they were. */
whenUnauthorized((reason) => {
  if (!queries.getQueryData(sessionQuery.queryKey)) return;
  queries.setQueryData(sessionQuery.queryKey, null);
  void router.navigate({ to: '/sign-in', search: { from: router.state.location.href, ended: true, reason } });
});
