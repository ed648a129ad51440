import type { Deployment } from './deployment';
import { Distributed } from './distributed';
import { DEPLOYMENTS_VARIABLE, type Mode } from './modes';
import { Standalone } from './standalone';

const started = new Map<Mode, Deployment>();

/** Starts what all e2e specs of a run share. */
export async function startDeployments(): Promise<void> {
  try {
    await start();
  } catch (error) {
    await stopDeployments();
    throw error;
  }
}

async function start(): Promise<void> {
  started.set('standalone', await Standalone.start());
  const missing = Distributed.missing();
  // The end of the run tells it.
  if (missing) process.env['LECTERN_NOT_RUN'] = `e2e over separate processes: ${missing}`;
  else started.set('distributed-embedded', await Distributed.start());
  const noted = [...started].map(([mode, { origin, origins = [origin], token }]) => [mode, { origins, token }]);
  process.env[DEPLOYMENTS_VARIABLE] = JSON.stringify(Object.fromEntries(noted));
}

export async function stopDeployments(): Promise<void> {
  await Promise.all([...started.values()].map((deployment) => deployment.stop()));
}
