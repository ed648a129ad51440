import type { ServerAddress } from '../dsn';

/** A server, and of its name an address that was checked. */
export interface CheckedServer {
  readonly server: ServerAddress;
  readonly address: string;
  /** Schema that statements mean when they name none. */
  readonly schema?: string | undefined;
}
