import type { DriverConfig } from './driver-config';
import { oauthCallbackUrl } from './oauth-callback';

/** Members that this server decides, whatever a driver says: authorization servers send users back here only. */
export function forcedMembers(provider: string): DriverConfig {
  return provider === 'mcphttp' ? { redirect_uris: [oauthCallbackUrl()] } : {};
}
