import type { IncomingMessage } from 'node:http';
import { type OriginSettings, reachedOrigin } from './reached-origin';
import { pathOf } from './route-path';

const METADATA = '/.well-known/oauth-protected-resource';

/** Where the metadata of the resource at a path is. */
export function metadataPath(path: string): string {
  return `${METADATA}${path}`;
}

/** The address of the resource whose metadata is at a path. */
export function protectedAddress(origin: string, path: string): string {
  return `${origin}${path.slice(METADATA.length)}`;
}

/** The header `WWW-Authenticate` by which a client learns where it gets a token (RFC 9728). */
export function challengeOf(request: IncomingMessage, edge: OriginSettings): string {
  const origin = reachedOrigin(request, edge);
  // What the path says is part of a header: it has no quotes nor line ends.
  const path = encodeURI(readablePath(pathOf(request.url ?? '')));
  return origin === undefined ? 'Bearer' : `Bearer resource_metadata="${origin}${metadataPath(path)}"`;
}

function readablePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
