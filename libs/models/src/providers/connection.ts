import type { Fetch } from '../hosted/chat-model';
import type { ProviderKeys } from './provider-keys';

/** How a provider is reached. */
export interface Connection {
  readonly keys: ProviderKeys;
  /** Instead of the address that the driver knows. */
  readonly baseUrl?: string;
  readonly fetch: Fetch;
}
