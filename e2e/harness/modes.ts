import { Client } from './client';

/** How the product is run: each spec runs against every way. */
export const modes = ['standalone', 'distributed'] as const;
export type Mode = (typeof modes)[number];

interface RunningMode {
  readonly origin: string;
  readonly token: string;
}

/** Where the deployments of a test run are noted, by the setup that started them. */
export const DEPLOYMENTS_VARIABLE = 'LECTERN_E2E_DEPLOYMENTS';

function running(): Partial<Record<Mode, RunningMode>> {
  // Written by our own setup.
  return JSON.parse(process.env[DEPLOYMENTS_VARIABLE] ?? '{}') as Partial<Record<Mode, RunningMode>>;
}

/** The modes that run here; the setup has said why others do not. */
export function runningModes(): Mode[] {
  return modes.filter((mode) => running()[mode] !== undefined);
}

/** Root's client of a mode's deployment. */
export function server(mode: Mode): Client {
  const deployment = running()[mode];
  if (!deployment) throw new Error(`${mode} does not run`);
  return new Client(deployment.origin, { authorization: `Bearer ${deployment.token}` });
}

/** The same product for whoever has another credential. */
export function caller(mode: Mode, credential: Readonly<Record<string, string>> = {}): Client {
  return new Client(server(mode).origin, credential);
}
