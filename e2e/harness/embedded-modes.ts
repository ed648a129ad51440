import type { Deployment } from './deployment';
import { Distributed } from './distributed';
import { inModes } from './in-modes';
import { Standalone } from './standalone';

const starts = {
  standalone: (env: Readonly<Record<string, string>>): Promise<Deployment> => Standalone.start({ env }),
  'distributed-embedded': (env: Readonly<Record<string, string>>): Promise<Deployment> => Distributed.start({ env }),
};
export type EmbeddedMode = keyof typeof starts;

/** A suite that starts deployments with settings of its own: in one process, and in one for each service. */
export function inEmbeddedModes(name: string, suite: (mode: EmbeddedMode) => void): void {
  inModes(['standalone', 'distributed-embedded'], name, suite);
}

export function startEmbedded(mode: EmbeddedMode, env: Readonly<Record<string, string>>): Promise<Deployment> {
  return starts[mode](env);
}
