import type { KnowledgeBoxAccess } from '@lectern/contracts/knowledge-box';
import { Networks } from '../request/networks';
import { forbidden } from './policy';

/** Where requests for a knowledge box or an agent may come from. */
export type AllowedSources = Pick<KnowledgeBoxAccess, 'allowedOrigins' | 'allowedIpAddresses'>;

/** Where a request comes from. */
export interface RequestOrigin {
  /** Of the page that sends it; absent when no page does. */
  readonly origin: string | undefined;
  /** Of the client. */
  readonly address: string;
}

/**
 * A request without an origin does not come from a page, so only its address counts. Empty lists are of boxes that were
 * configured when they meant the same as none; requests with such lists are refused now.
 *
 * @throws AppError `forbidden`
 */
export function checkOrigin(box: AllowedSources, { origin, address }: RequestOrigin): void {
  const { allowedOrigins, allowedIpAddresses } = box;
  if (
    allowedOrigins &&
    allowedOrigins.length > 0 &&
    origin !== undefined &&
    !allowedOrigins.some((allowed) => sameOrigin(allowed, origin))
  ) {
    throw forbidden('Origin not allowed');
  }
  if (allowedIpAddresses && allowedIpAddresses.length > 0 && !isAllowed(allowedIpAddresses, address)) {
    throw forbidden('IP address not allowed');
  }
}

function sameOrigin(allowed: string, origin: string): boolean {
  return allowed === '*' || allowed.replace(/\/$/, '').toLowerCase() === origin.toLowerCase();
}

function isAllowed(networks: readonly string[], address: string): boolean {
  return networks.some((network) => {
    try {
      return Networks.of([network]).contains(address);
    } catch {
      return false;
    }
  });
}
