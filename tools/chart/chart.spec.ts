import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allOperations } from '@lectern/contracts/operations';
import { drainMsOf } from '@lectern/runtime';
import { describeUnless } from '@lectern/testing';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import { parse } from 'yaml';
import { busDuties } from '../generators/nats-permissions';
import { read, root } from '../tidy/workspace';
import { settingsOf } from './program';
import {
  chart,
  type Container,
  helmMissing,
  helmSays,
  type Manifest,
  type PodSpec,
  rendered,
  schemasFolder,
  schemasMissing,
  type Variable,
} from './rendered.fixture';
import { foreign } from './settings';

const inChart = (name: string) => join(chart, name);
const sizes = readdirSync(join(root, 'deploy/values')).map((name) => join(root, 'deploy/values', name));
const everything = ['expose.ingress', 'monitoring.serviceMonitor', 'monitoring.rules', 'monitoring.dashboards'].flatMap(
  (part) => ['--set', `${part}.enabled=true`],
);

/**
 * Resumable uploads continue where they were, partitions are uploaded again under their name, and streams of
 * notifications end when their process stops.
 */
const mayBeCutOff =
  /^(kb\.(tus\.append|notification\.stream)|understanding\.(dataset\.upload(-in-account)?|processing\.tus-append))$/;

/** Of operations open to clients. Tasks repeat their requests. */
const longestAnswerMs = Math.max(
  ...allOperations.map(({ name, http, deadlineMs }) => (http && !mayBeCutOff.test(name) ? deadlineMs : 0)),
);

const settingsOfServers = {
  opensearch: { OPENSEARCH_REPLICAS: '2', OPENSEARCH_CERT_FILE: '/ours/tls.crt' },
  qdrant: { QDRANT_LARGE_BOXES: '5f0c1a52-8a53-4d29-9a55-3f6f0f7c8e01' },
  s3: { S3_LINK_TTL_S: '60', S3_PUBLIC_ENDPOINT: 'https://objects.example.com' },
};

/** Every way that the chart is used in: the halves, the sizes, and all that is optional. */
const ways: readonly [string, readonly string[]][] = [
  ['as it is', []],
  ['as a zone', ['-f', inChart('values.zone.yaml')]],
  ['as the accounts host', ['-f', inChart('values.accounts.yaml')]],
  ...sizes.map((file): [string, string[]] => [
    `of a zone of the size ${file.split('/').at(-1)}`,
    ['-f', inChart('values.zone.yaml'), '-f', file],
  ]),
  [
    'with everything',
    [
      ...everything,
      '--set',
      'expose.route.enabled=true,expose.route.parents[0].name=edge',
      '--set',
      'defaults.autoscaling.enabled=true,trust.configMap=authorities,secrets.bootstrap.name=first',
      '--set',
      'services.understanding.secretSettings.OPENAI_API_KEY.name=models',
      '--set',
      'services.understanding.secretSettings.OPENAI_API_KEY.key=openai',
      '--set',
      'dependencies.s3.endpoint=http://objects:7070,dependencies.s3.pathStyle=true',
      ...Object.entries(settingsOfServers).flatMap(([server, settings]) =>
        Object.entries(settings).flatMap(([name, value]) => [
          '--set-string',
          `dependencies.${server}.settings.${name}=${value}`,
        ]),
      ),
      '--set',
      'migration.volumes[0].name=ours,migration.volumes[0].secret.secretName=ours',
      '--set',
      'migration.volumeMounts[0].name=ours,migration.volumeMounts[0].mountPath=/ours',
    ],
  ],
];

const image = read('docker/Dockerfile');
const component = ({ metadata }: Manifest) => metadata.labels['app.kubernetes.io/component'] ?? '';
const podOf = (manifest: Manifest): PodSpec | undefined => manifest.spec?.template?.spec;
const ofKind = (manifests: readonly Manifest[], kind: string) => manifests.filter((each) => each.kind === kind);

/** Programs with the pods that run them. */
function pods(manifests: readonly Manifest[]): readonly [string, PodSpec, Container][] {
  return manifests.flatMap((manifest): [string, PodSpec, Container][] => {
    const pod = podOf(manifest);
    return pod ? pod.containers.map((container) => [component(manifest), pod, container]) : [];
  });
}

describeUnless(helmMissing, 'the chart', () => {
  const all = new Map<string, readonly Manifest[]>();
  const of = (way: string) => all.get(way) ?? [];

  beforeAll(() => {
    for (const [way, args] of ways) all.set(way, rendered(args));
  });

  it.each(ways)('%s has nothing that lint warns of', (_, args) => {
    const values = args.flatMap((arg) => [arg]);
    expect(helmSays(['lint', '--strict', '--quiet', chart, ...values])).toEqual({ status: 0, output: '' });
  });

  describe.each(ways)('%s', (way) => {
    it('runs every service of the bus that it should, and a migration before them', () => {
      const services = ofKind(of(way), 'Deployment').map(component).sort();
      const accounts = ['accounts', 'gateway'];
      const known = [...busDuties(root).keys()].sort();
      const zone = known.filter((name) => name !== 'accounts');
      const wanted = way.includes('zone') ? zone : way.includes('accounts') ? accounts : known;
      expect(services).toEqual(wanted);
      const [job, ...more] = ofKind(of(way), 'Job');
      expect(more).toEqual([]);
      expect(job?.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' });
    });

    it('gives no container a right that the restricted level of pod security forbids', () => {
      expect(pods(of(way)).length).toBeGreaterThan(2);
      for (const [, pod, container] of pods(of(way))) {
        expect(pod.securityContext).toMatchObject({
          runAsNonRoot: true,
          runAsUser: Number(/^USER (\d+)/m.exec(image)?.[1]),
          seccompProfile: { type: 'RuntimeDefault' },
        });
        expect(pod.automountServiceAccountToken).toBe(false);
        expect(container.securityContext).toMatchObject({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(pod.volumes.filter((volume) => 'hostPath' in volume)).toEqual([]);
      }
    });

    it('gives every pod its own account, the migration one that is there before it', () => {
      const accounts = new Map(ofKind(of(way), 'ServiceAccount').map((each) => [each.metadata.name, each]));
      const named = of(way).flatMap((each) => podOf(each)?.serviceAccountName ?? []);
      expect(named.toSorted()).toEqual([...accounts.keys()].sort());
      const [job] = ofKind(of(way), 'Job');
      const hook = accounts.get(job?.metadata.name ?? '')?.metadata.annotations;
      expect(hook).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade', 'helm.sh/hook-weight': '-1' });
      expect(job?.metadata.annotations).toMatchObject({ 'helm.sh/hook-weight': '0' });
    });

    it('mounts what may be written where the image writes, and nothing that does not exist', () => {
      for (const [, pod, container] of pods(of(way))) {
        const places = container.volumeMounts.map(({ mountPath }) => mountPath);
        expect(places).toEqual(expect.arrayContaining(['/tmp', /DATA_DIR=(\S+)/.exec(image)?.[1]]));
        const mounted = new Set(container.volumeMounts.map(({ name }) => name));
        expect(pod.volumes.map(({ name }) => name).toSorted()).toEqual([...mounted].sort());
      }
    });

    it('tells each program only what it declares', () => {
      for (const [program, , container] of pods(of(way))) {
        const names = container.env.map(({ name }) => name);
        expect(new Set(names).size).toBe(names.length);
        const declared = settingsOf(program);
        expect([program, names.filter((name) => !declared.has(name) && !foreign.includes(name))]).toEqual([
          program,
          [],
        ]);
      }
    });

    it('has a gateway that asks an accounts service beside it, or an accounts host elsewhere, and not both', () => {
      const gateway = pods(of(way)).find(([program]) => program === 'gateway')?.[2];
      const asksElsewhere = gateway?.env.some(({ name }) => name === 'ACCOUNTS_URL');
      expect(asksElsewhere).toBe(!ofKind(of(way), 'Deployment').some((each) => component(each) === 'accounts'));
    });

    it('has secrets by reference alone', () => {
      expect(ofKind(of(way), 'Secret')).toEqual([]);
      const variables = pods(of(way)).flatMap(([, , { env }]) => env);
      const secret = variables.filter(({ name }) =>
        /(PASSWORD|TOKEN|SECRET_ACCESS_KEY|API_KEY|ZONE_KEYS?|_URL)$/.test(name),
      );
      for (const { name, value, valueFrom } of secret) {
        if (value !== undefined) expect([name, value]).toEqual([name, expect.stringMatching(/^\w+:\/\/[^@]*$/)]);
        else expect(valueFrom?.secretKeyRef).toEqual({ name: expect.any(String), key: expect.any(String) });
      }
      expect(secret.filter(({ valueFrom }) => valueFrom).length).toBeGreaterThan(0);
    });

    it('gives all that index the same names of indexes', () => {
      for (const engine of ['OPENSEARCH', 'QDRANT']) {
        const naming = new RegExp(`^(ZONE_SLUG|${engine}_.*(URL|PREFIX))$`);
        const indexing = pods(of(way)).filter(([, , { env }]) => env.some(({ name }) => name === `${engine}_URL`));
        const names = indexing.map(([, , { env }]) => JSON.stringify(env.filter(({ name }) => naming.test(name))));
        expect(new Set(names).size).toBe(way.includes('accounts') ? 0 : 1);
        const migrates = indexing.some(([program]) => program === 'migrate');
        expect([engine, migrates]).toEqual([engine, engine === 'OPENSEARCH' && !way.includes('accounts')]);
      }
    });

    it('matches every port: of programs, probes, services, routes and policies', () => {
      for (const [program, , { env, ports = [], ...container }] of pods(of(way))) {
        if (program === 'migrate') continue;
        const numbers = new Map(ports.map(({ name, containerPort }) => [name, containerPort]));
        const given = (name: string) => env.find((variable) => variable.name === name)?.value;
        expect(String(numbers.get('health'))).toBe(given('HEALTH_PORT'));
        if (numbers.has('http')) expect(String(numbers.get('http'))).toBe(given('HTTP_PORT'));
        const { startupProbe, livenessProbe, readinessProbe } = container;
        const probes = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet);
        expect(probes.map((get) => get?.path)).toEqual(['/health/alive', '/health/alive', '/health/ready']);
        expect(probes.filter((get) => !numbers.has(get?.port ?? ''))).toEqual([]);
        const service = ofKind(of(way), 'Service').find((each) => component(each) === program);
        const targets = service?.spec.ports?.map(({ targetPort }) => targetPort) ?? [];
        expect(targets.toSorted()).toEqual([...numbers.keys()].sort());
        expect(policyOf(program).ingress?.map(({ ports: [port] = [] }) => port?.port)).toEqual([...numbers.keys()]);
      }
    });

    it('ends pods only after what a process may take to end, and spreads them', () => {
      for (const [program, pod, { env, lifecycle }] of pods(of(way))) {
        if (program === 'migrate') continue;
        const timeoutMs = Number(env.find(({ name }) => name === 'SHUTDOWN_TIMEOUT_MS')?.value);
        const beforeS = lifecycle?.preStop.sleep.seconds ?? 0;
        expect(beforeS).toBeGreaterThan(0);
        expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(beforeS + timeoutMs / 1_000);
        expect(drainMsOf(timeoutMs)).toBeGreaterThanOrEqual(longestAnswerMs);
        expect(pod.topologySpreadConstraints).toHaveLength(2);
      }
    });

    const policyOf = (program: string) => {
      const [policy] = ofKind(of(way), 'NetworkPolicy').filter((each) => component(each) === program);
      if (!policy) throw new Error(`${program} has no network policy`);
      return policy.spec;
    };

    it('denies every pod everything, then lets it reach what its settings name', () => {
      const [deny] = ofKind(of(way), 'NetworkPolicy').filter((each) => component(each) === 'all');
      expect(deny?.spec).toEqual({
        podSelector: { matchLabels: { 'app.kubernetes.io/name': 'lectern', 'app.kubernetes.io/instance': 'zone-1' } },
        policyTypes: ['Ingress', 'Egress'],
      });
      for (const [program, , { env }] of pods(of(way))) {
        const { policyTypes, podSelector, egress = [] } = policyOf(program);
        expect(policyTypes).toEqual(['Ingress', 'Egress']);
        const template = of(way).find((each) => podOf(each) && component(each) === program)?.spec.template;
        expect(template?.metadata.labels).toMatchObject(podSelector?.matchLabels ?? { no: 'selector' });
        const open = egress.flatMap(({ ports = [] }) => ports.map(({ port }) => port));
        const asked = portsAsked(env);
        const web = ['accounts', 'agents', 'understanding'].includes(program) ? [80, 443] : [];
        expect([program, ...new Set(open)].sort()).toEqual([program, ...new Set([53, ...asked, ...web])].sort());
      }
    });

    it('keeps a pod of each service while others are moved', () => {
      const budgets = ofKind(of(way), 'PodDisruptionBudget').map(component);
      expect(budgets.toSorted()).toEqual(ofKind(of(way), 'Deployment').map(component).sort());
      for (const scaler of ofKind(of(way), 'HorizontalPodAutoscaler')) {
        const target = of(way).find(
          ({ kind, metadata }) => kind === 'Deployment' && metadata.name === scaler.metadata.name,
        );
        expect(scaler.spec.scaleTargetRef?.name).toBe(target?.metadata.name);
        expect(target?.spec).not.toHaveProperty('replicas');
      }
    });

    it('has its own names for all that it makes, in the namespace that it was given', () => {
      const names = of(way).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
      expect(new Set(names).size).toBe(names.length);
      expect(of(way).filter(({ metadata }) => metadata.namespace !== 'lectern')).toEqual([]);
      for (const [program, , { image: name }] of pods(of(way))) expect(name).toBe(`lectern/${program}:0.1.0`);
    });
  });

  it('has rules and dashboards for Prometheus and Grafana when they are wanted', () => {
    const way = of('with everything');
    expect(ofKind(way, 'PrometheusRule')[0]?.spec.groups).toEqual(parse(read('helm/lectern/files/alerts.yaml')).groups);
    const [dashboards] = ofKind(way, 'ConfigMap');
    const files = readdirSync(inChart('files/dashboards'));
    expect(Object.keys(dashboards?.data ?? {}).sort()).toEqual(files.sort());
    expect(ofKind(of('as it is'), 'PrometheusRule')).toEqual([]);
    expect(ofKind(way, 'HTTPRoute')).toHaveLength(1);
    expect(ofKind(way, 'Ingress')).toHaveLength(1);
    expect(ofKind(way, 'ServiceMonitor')).toHaveLength(1);
  });

  it('gives the migration the identity that an OpenSearch of a platform wants', () => {
    const annotation = 'eks.amazonaws.com/role-arn';
    const path = `migration.serviceAccount.annotations.${annotation.replaceAll('.', String.raw`\.`)}`;
    const accounts = ofKind(rendered(['--set-string', `${path}=arn:aws:iam::1:role/search`]), 'ServiceAccount');
    const migrating = accounts.filter((account) => component(account) === 'migrate');
    expect(migrating.map(({ metadata }) => metadata.annotations?.[annotation])).toEqual(['arn:aws:iam::1:role/search']);
  });

  it('hands settings of a server to every program that uses it', () => {
    const receivers = (setting: string) =>
      pods(of('with everything')).flatMap(([program, , { env }]) =>
        env.some(({ name }) => name === setting) ? [program] : [],
      );
    const { opensearch, qdrant, s3 } = settingsOfServers;
    for (const name of Object.keys(opensearch))
      expect([name, receivers(name).sort()]).toEqual([name, ['knowledge-box', 'migrate', 'search']]);
    for (const name of Object.keys(qdrant))
      expect([name, receivers(name).sort()]).toEqual([name, ['knowledge-box', 'search']]);
    for (const name of Object.keys(s3))
      expect([name, receivers(name).sort()]).toEqual([
        name,
        ['agents', 'gateway', 'knowledge-box', 'search', 'understanding'],
      ]);
  });

  it.each([
    ['a service that does not exist', 'services.serach.replicas=1', /serach/],
    ['a misspelt part', 'dependencies.nats.adress=nats://a:1', /adress/],
    ['something that is no address', 'dependencies.qdrant.url=qdrant:6333', /qdrant/],
    ['a tag that may be anything', 'image.tag=latest', /latest|not/],
    ['a secret value instead of its name', 'secrets.sealing=abc', /sealing/],
    ['less time to end than open streams need', 'shutdown.timeoutMs=5000', /9,000/],
  ])('refuses %s', (_, setting, reason) => {
    const { status, output } = helmSays(['template', 'zone-1', chart, '--set', setting]);
    expect(status).not.toBe(0);
    expect(output).toMatch(reason);
  });

  describeUnless(schemasMissing, 'before Kubernetes', () => {
    const versions = schemasMissing ? [] : foldersInSchemas();

    it('is checked against three versions', () => {
      expect(versions).toHaveLength(3);
    });

    it.each(versions)('has objects that version %s takes without a warning', (version) => {
      const validatorOf = validators(version);
      const seen = new Set<string>();
      for (const [way] of ways)
        for (const manifest of of(way)) {
          // Of others, whose schemas come with them.
          if (/monitoring\.coreos\.com|gateway\.networking/.test(manifest.apiVersion)) continue;
          const validate = validatorOf(manifest);
          seen.add(manifest.kind);
          expect([manifest.metadata.name, validate(manifest) ? [] : validate.errors]).toEqual([
            manifest.metadata.name,
            [],
          ]);
        }
      expect(seen.size).toBeGreaterThan(8);
      const backup: Manifest = parse(read('deploy/backup/cronjob.yaml'));
      const validateBackup = validatorOf(backup);
      expect([validateBackup(backup), validateBackup.errors]).toEqual([true, null]);
      const [deployment] = ofKind(of('as it is'), 'Deployment');
      const misspelt = { ...deployment, spec: { ...deployment?.spec, replica: 2 } };
      if (deployment) expect(validatorOf(deployment)(misspelt)).toBe(false);
    });
  });
});

/** The ports that its variables make a program connect to. */
function portsAsked(env: readonly Variable[]): readonly number[] {
  const given = (name: string) => env.find((variable) => variable.name === name);
  const addresses = ['NATS_URL', 'OPENSEARCH_URL', 'QDRANT_URL', 'S3_ENDPOINT', 'ACCOUNTS_URL'].flatMap(
    (name) => given(name)?.value?.split(',') ?? [],
  );
  const ports = addresses.map((address) => {
    const { port, protocol } = new URL(address);
    return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  });
  if (given('DATABASE_URL')) ports.push(5432);
  if (given('ZONE_KEYS')) ports.push(443);
  if (given('S3_BUCKET') && !given('S3_ENDPOINT')) ports.push(443);
  return ports;
}

function foldersInSchemas(): string[] {
  return readdirSync(schemasFolder).sort();
}

/** Compiled once for each kind of object. */
function validators(version: string): (manifest: Manifest) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  const load = (name: string): object => JSON.parse(readFileSync(join(schemasFolder, version, name), 'utf8'));
  ajv.addSchema(load('_definitions.json'));
  const compiled = new Map<string, ValidateFunction>();
  return ({ apiVersion, kind }) => {
    const [group = '', level] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
    const name = [kind, group.split('.')[0], level]
      .filter((part) => part !== '')
      .join('-')
      .toLowerCase();
    const before = compiled.get(name);
    if (before) return before;
    const validate = ajv.compile(load(`${name}.json`));
    compiled.set(name, validate);
    return validate;
  };
}
