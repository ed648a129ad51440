import { deployment } from '@lectern/config';

/** Where authorization servers send users back to. */
export function oauthCallbackUrl(): string {
  return `${deployment().zone.origin}/api/auth/mcp/callback`;
}
