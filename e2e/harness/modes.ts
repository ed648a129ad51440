import { Client } from './client';

/**
 * How the product is run. As one process; as one process for each service, on
 * embedded engines; as two of each, on OpenSearch, Qdrant and S3.
 */
export const modes = ['standalone', 'distributed-embedded', 'distributed'] as const;
export type Mode = (typeof modes)[number];

interface RunningMode {
  readonly origins: readonly string[];
  readonly token: string;
  readonly folder: string;
  /** Settings of the servers that it uses instead of embedded engines. */
  readonly engines?: Readonly<Record<string, string>>;
}

/** Where the deployments of a test run are noted, by the setup that started them. */
export const DEPLOYMENTS_VARIABLE = 'LECTERN_E2E_DEPLOYMENTS';
/** Where the same setup notes the site that never answers. */
export const SILENT_SITE_VARIABLE = 'LECTERN_E2E_SILENT_SITE';

function running(): Partial<Record<Mode, RunningMode>> {
  // Written by our own setup.
  return JSON.parse(process.env[DEPLOYMENTS_VARIABLE] ?? '{}') as Partial<Record<Mode, RunningMode>>;
}

/** The modes that run here; the setup has said why others do not. */
export function runningModes(): Mode[] {
  return modes.filter((mode) => running()[mode] !== undefined);
}

/** An address that never answers, which all deployments may ask. */
export function silentAddress(): string {
  return `http://${process.env[SILENT_SITE_VARIABLE]}/`;
}

/** The deployment of a mode. @throws Error when it does not run */
export function deploymentOf(mode: Mode): RunningMode {
  const deployment = running()[mode];
  if (!deployment) throw new Error(`${mode} does not run`);
  return deployment;
}

let clients = 0;

/** Root's client of a mode's deployment; one after the other they talk to all its gateways. */
export function server(mode: Mode): Client {
  const deployment = deploymentOf(mode);
  clients += 1;
  const origin = deployment.origins[clients % deployment.origins.length] ?? '';
  return new Client(origin, { authorization: `Bearer ${deployment.token}` });
}

/** The same product with another credential. */
export function caller(mode: Mode, credential: Readonly<Record<string, string>> = {}): Client {
  return new Client(server(mode).origin, credential);
}
