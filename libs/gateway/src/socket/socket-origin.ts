import type { IncomingMessage } from 'node:http';
import { forbidden } from '../access/policy';
import { isSameOrigin, pageSecret } from '../request/console-request';
import type { Edge } from '../edge/edge';

/**
 * Browsers let every page open sockets to everywhere, with cookies and without asking first. So the page must be one of
 * this origin, or of an origin whose pages may call (`CORS_ORIGINS`) and then without the cookie of a session. Programs
 * name no origin, and authenticate without cookies.
 *
 * @throws AppError `forbidden`
 */
export function checkSocketOrigin(request: IncomingMessage, { config, console: place }: Edge): void {
  const { origin, cookie } = request.headers;
  if (origin !== undefined && isSameOrigin(request, place)) return;
  if (origin === undefined) {
    if (cookie !== undefined && pageSecret(request, place) !== undefined)
      throw forbidden('A socket that is opened with a cookie must name its origin');
    return;
  }
  if (cookie !== undefined) throw forbidden('A page of another origin cannot open this socket with cookies');
  if (!config.CORS_ORIGINS.includes('*') && !config.CORS_ORIGINS.includes(origin))
    throw forbidden('Origin not allowed');
}
