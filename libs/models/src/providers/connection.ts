import type { Fetch } from '../hosted/chat-model';
import type { ProviderKeys } from './provider-keys';

/** Access to a provider. */
export interface Connection {
  readonly keys: ProviderKeys;
  /** Replaces the address of the driver. */
  readonly baseUrl?: string;
  readonly fetch: Fetch;
}
