import type { BusConfig } from './bus.config';
import { InProcessBus } from './in-process-bus';
import type { BusOptions, ServingBus } from './serving-bus';

/**
 * The configured bus. NATS's client is loaded only when it is needed.
 *
 * @throws Error when no server accepts this process within 30 s
 */
export async function connectBus(config: BusConfig, options: BusOptions = {}): Promise<ServingBus> {
  if (config.NATS_URL === undefined) return new InProcessBus(options, config.BUS_FREEZES);
  // Required here so that a process without NATS does not load its client.
  const { NatsBus }: typeof import('./nats/nats-bus') = require('./nats/nats-bus');
  return NatsBus.connect({
    ...options,
    servers: config.NATS_URL.split(','),
    user: config.NATS_USER,
    password: config.NATS_PASSWORD,
    token: config.NATS_TOKEN,
    prefix: config.NATS_SUBJECT_PREFIX,
  });
}
