import { isMap, isScalar, isSeq, type Node, parse, parseDocument } from 'yaml';
import { read } from '../tidy/workspace';
import { isKnown } from './settings';

type Plain = Readonly<Record<string, unknown>>;

/** Marks what replaces the value below it, instead of being added to it. */
const OVERRIDE = '!override';

/** Lays a node over a value, as Compose does: members of maps are added, entries of lists appended. */
function laidOver(below: unknown, node: Node, read: (node: Node) => unknown): unknown {
  const own = read(node);
  if (isScalar(node) || node.tag === OVERRIDE) return own;
  if (isSeq(node)) return [...((below as unknown[] | undefined) ?? []), ...(own as unknown[])]; // of lists
  const members = isMap(node)
    ? node.items.filter((pair) => isScalar(pair.key) && typeof pair.key.value === 'string')
    : [];
  const laid = members.map(({ key, value }) => {
    const name = String(key);
    return [name, laidOver((below as Plain | undefined)?.[name], value as Node, read)] as const; // of a map
  });
  return { ...(below as Plain | undefined), ...(own as Plain), ...Object.fromEntries(laid) }; // maps
}

interface Container {
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly depends_on?: object;
  readonly profiles?: readonly string[];
}

interface Stack {
  readonly services: Readonly<Record<string, Container>>;
  readonly secrets: Readonly<Record<string, unknown>>;
}

function stackWith(overlay: string): Stack {
  const document = parseDocument(read(`docker/${overlay}`), { merge: true, logLevel: 'silent' });
  const below: Plain = parse(read('docker/compose.yaml'), { merge: true });
  if (!document.contents) throw new Error(`${overlay} is empty`);
  return laidOver(below, document.contents, (node) => node.toJS(document)) as Stack; // as Compose reads both
}

interface Profile {
  readonly services: Readonly<Record<string, { readonly enabled?: boolean; readonly settings?: Plain }>>;
}

describe.each([
  ['compose.accounts.yaml', 'values.accounts.yaml'],
  ['compose.zone.yaml', 'values.zone.yaml'],
])('%s over compose.yaml', (overlay, values) => {
  const { services, secrets } = stackWith(overlay);
  const all = Object.entries(services);
  const running = all.filter(([, { profiles }]) => profiles === undefined);
  const chart: Profile = parse(read(`helm/lectern/${values}`));
  const names = new Set(running.map(([name]) => name));

  it('runs the services that the chart runs with its profile, with the same hosts', () => {
    const off = Object.entries(chart.services).filter(([, { enabled }]) => enabled === false);
    expect(off.map(([name]) => name).filter((name) => names.has(name))).toEqual([]);
    const on = ['gateway', 'accounts', 'knowledge-box', 'search', 'understanding', 'agents'];
    expect(on.filter((name) => !names.has(name))).toEqual(off.map(([name]) => name));
    expect(services['gateway']?.environment).toMatchObject(chart.services['gateway']?.settings ?? {});
  });

  it('waits for and asks only what runs', () => {
    for (const [name, { depends_on = {}, environment = {} }] of running) {
      const asked = Object.values(environment).flatMap((value) => [
        ...String(value).matchAll(/^\w+:\/\/(?!localhost)([\w-]+):\d+/g),
      ]);
      const needed = [...Object.keys(depends_on), ...asked.map(([, host = '']) => host)];
      expect([name, needed.filter((one) => !names.has(one))]).toEqual([name, []]);
    }
  });

  it('sets variables that programs take, and mounts every secret that they read', () => {
    for (const [name, { environment = {}, secrets: mounted = [] }] of running) {
      const files = Object.values(environment).map((value) => /^\/run\/secrets\/(\w+)$/.exec(String(value))?.[1]);
      const needed = files.filter((file) => file !== undefined);
      expect([name, needed.filter((file) => !mounted.includes(file) || !(file in secrets))]).toEqual([name, []]);
      if ('NATS_USER' in environment) expect(Object.keys(environment).filter((one) => !isKnown(one))).toEqual([]);
    }
  });

  it('names no address of its own: who starts it says where it is', () => {
    const addresses = running.flatMap(([, { environment = {} }]) => [
      environment['PUBLIC_URL'],
      environment['ZONE_ORIGIN'],
    ]);
    expect(new Set(addresses.filter((one) => one !== undefined && !one.startsWith('${')))).toEqual(new Set());
    expect(addresses.filter((one) => one !== undefined).length).toBeGreaterThan(3);
  });
});
