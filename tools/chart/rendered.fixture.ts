import { execFileSync, spawnSync } from 'node:child_process';
import { findServer, serversFolder } from '@lectern/testing';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { root } from '../tidy/workspace';

const outputBytesMax = 64 * 1024 * 1024;

export interface SecretKey {
  readonly name: string;
  readonly key: string;
}

export interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef?: SecretKey };
}

export interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly env: readonly Variable[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly resources?: { readonly requests?: object; readonly limits?: object };
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly lifecycle?: { readonly preStop: { readonly sleep: { readonly seconds: number } } };
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
}

export interface PodSpec {
  readonly serviceAccountName: string;
  readonly automountServiceAccountToken: boolean;
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly terminationGracePeriodSeconds?: number;
  readonly topologySpreadConstraints?: readonly unknown[];
  readonly containers: readonly Container[];
  readonly volumes: readonly { readonly name: string; readonly [kind: string]: unknown }[];
}

export interface Rule {
  readonly ports?: readonly { readonly port: number | string; readonly protocol?: string }[];
  readonly from?: readonly unknown[];
  readonly to?: readonly unknown[];
}

type Labels = Readonly<Record<string, string>>;

/** Objects of the chart, as far as the specs read them. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly labels: Labels;
    readonly annotations?: Labels;
  };
  readonly spec: {
    readonly replicas?: number;
    readonly selector?: Labels & { readonly matchLabels?: Labels };
    readonly template?: { readonly metadata: { readonly labels: Labels }; readonly spec: PodSpec };
    readonly ports?: readonly { readonly name: string; readonly port: number; readonly targetPort: string }[];
    readonly podSelector?: { readonly matchLabels: Labels };
    readonly policyTypes?: readonly string[];
    readonly ingress?: readonly Rule[];
    readonly egress?: readonly Rule[];
    readonly backoffLimit?: number;
    readonly scaleTargetRef?: { readonly name: string };
    readonly groups?: readonly unknown[];
  };
  readonly data?: Labels;
}

const found = findServer('helm', 'HELM');
const helm = 'binary' in found ? found.binary : 'url' in found ? found.url : 'helm';

/** Why the chart cannot be rendered here; undefined when it can. */
export const helmMissing = 'missing' in found ? 'no helm: node tools/servers.mjs helm' : undefined;

export const chart = join(root, 'helm/lectern');

/** Output of helm for some arguments. */
export function helmSays(args: readonly string[]): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(helm, args, { encoding: 'utf8', maxBuffer: outputBytesMax });
  return { status, output: `${stdout}${stderr}` };
}

/** All objects of a release, hooks too. */
export function rendered(args: readonly string[] = []): readonly Manifest[] {
  const text = execFileSync(helm, ['template', 'zone-1', chart, '--namespace', 'lectern', ...args], {
    encoding: 'utf8',
    maxBuffer: outputBytesMax,
  });
  // The specs check what these interfaces declare.
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
}

/** The schemas of some versions of Kubernetes, a folder each; or why they are missing. */
export const schemasFolder = join(serversFolder(), 'kubernetes-schemas');
export const schemasMissing = existsSync(schemasFolder)
  ? undefined
  : 'no schemas: node tools/servers.mjs kubernetes-schemas';
