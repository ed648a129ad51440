import type { BusConfig } from './bus.config';
import { InProcessBus } from './in-process-bus';
import type { BusOptions, ServingBus } from './serving-bus';

/**
 * The bus that the configuration asks for. NATS's client is loaded only when it is used.
 *
 * @throws Error when no server answers
 */
export async function connectBus(config: BusConfig, options: BusOptions): Promise<ServingBus> {
  if (config.NATS_URL === undefined) return new InProcessBus(options);
  throw new Error('not yet');
}
