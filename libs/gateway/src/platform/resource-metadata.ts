import type { FastifyInstance } from 'fastify';
import type { Edge } from '../edge/edge';
import type { HttpOperation } from '../operation/http-operation';
import { sendJson } from '../reply/send-json';
import { metadataPath, protectedAddress } from '../request/protected-resource';
import { accountsOrigin, reachedOrigin } from '../request/reached-origin';
import { legacyPath, pathOf, routePath } from '../request/route-path';

/** A client that asks for these acts as its user. */
const SCOPES = ['api:full_access', 'offline_access', 'openid'];

/**
 * Serves the metadata of resources that OAuth protects (RFC 9728): where a client gets a token. Anyone may read it, and
 * it does not say whether the resource exists.
 */
export function addResourceMetadata(scope: FastifyInstance, operations: readonly HttpOperation[], edge: Edge): void {
  const paths = new Set(operations.flatMap(({ http }) => (http.protectedResource ? [http.path] : [])));
  for (const path of [...paths].flatMap((one) => [one, legacyPath(one) ?? []].flat()))
    scope.get(metadataPath(routePath(path).pattern), { exposeHeadRoute: false }, ({ raw, url }, reply) => {
      const document = {
        resource: protectedAddress(reachedOrigin(raw, edge) ?? '', pathOf(url)),
        authorization_servers: [accountsOrigin(raw, edge) ?? ''],
        scopes_supported: SCOPES,
        bearer_methods_supported: ['header'],
      };
      return sendJson(reply, JSON.stringify(document));
    });
}
