import type { Deployment } from './deployment';
import { Distributed } from './distributed';
import { runningModes } from './modes';
import { Standalone } from './standalone';

const starts = {
  standalone: (env: Readonly<Record<string, string>>): Promise<Deployment> => Standalone.start({ env }),
  'distributed-embedded': (env: Readonly<Record<string, string>>): Promise<Deployment> => Distributed.start({ env }),
};
export type EmbeddedMode = keyof typeof starts;

/** One process, and one for each service, for suites that start deployments with settings of their own. */
export const embeddedModes = runningModes().filter((mode): mode is EmbeddedMode => mode in starts);

export function startEmbedded(mode: EmbeddedMode, env: Readonly<Record<string, string>>): Promise<Deployment> {
  return starts[mode](env);
}
