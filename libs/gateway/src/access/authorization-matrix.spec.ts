import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { InProcessBus } from '@lectern/bus';
import {
  type AnyOperation,
  isBetweenHosts,
  type Principal,
  type Visibility,
  visibilityOfReads,
  visibilityOfSearch,
} from '@lectern/contracts/core';
import { allOperations, allSockets } from '@lectern/contracts/operations';
import { Application, Metrics } from '@lectern/runtime';
import { signPeerToken } from '@lectern/secrets';
import { GatewayModule } from '../gateway.module';
import { httpOperations } from '../operation/http-operation';
import { accessServices, type AccessWorld, admittingServices, unchecked } from './access-world.fixture';
import {
  type Actor,
  authorizationMatrix,
  type Checked,
  interfaceRights,
  type MatrixCase,
  nameOf,
  type Sight,
  type Target,
} from './authorization-matrix.fixture';
import { actors, isOfAgents, targets, world } from './matrix-world.fixture';
import { admitToSocket, checkedSockets, sampleSocket, triedSocket, uncheckedSocket } from './socket-access.fixture';

const services: AccessWorld = {
  users: Object.fromEntries(
    actors
      .filter(({ kind, isVoid }) => (kind === 'user' || kind === 'pat') && !isVoid)
      .map(({ name, kind, isRoot, memberships = {} }) => {
        const accounts = Object.entries(memberships).map(([id, role]) => ({ id, slug: `slug-${id}`, role }));
        return [
          name,
          { kind: kind === 'pat' ? 'pat' : 'user', id: name, type: isRoot ? 'ROOT' : 'USER', accounts, key: name },
        ];
      }),
  ),
  keys: Object.fromEntries(
    actors.flatMap(({ name, kind, isVoid, account = '', box, groups, session, allowKbManagement }) =>
      !isVoid && (kind === 'sa' || kind === 'temporal' || kind === 'eph' || kind === 'nua')
        ? [
            [
              tokenOf({ name, kind, box }),
              {
                kind,
                id: name,
                account,
                key: name,
                kb: box?.kbid,
                role: box?.role,
                securityGroups: groups,
                session,
                allowKbManagement,
              },
            ],
          ]
        : [],
    ),
  ),
  scimTokens: Object.fromEntries(
    actors
      .filter(({ kind, isVoid }) => kind === 'scim' && !isVoid)
      .map((actor) => [tokenOf(actor), { id: actor.name, account: actor.account ?? '', expiresMs: Date.now() + 1e9 }]),
  ),
  boxes: Object.fromEntries(
    Object.entries(world.boxes).map(([kbid, { account, published, isAgent }]) => [
      kbid,
      {
        account,
        isAgent,
        state: published ? 'PUBLISHED' : 'PRIVATE',
        allowedOrigins: null,
        allowedIpAddresses: null,
        roles: Object.fromEntries(actors.flatMap(({ name, roles }) => (roles?.[kbid] ? [[name, roles[kbid]]] : []))),
      },
    ]),
  ),
  accounts: Object.fromEntries(world.accounts.map((id) => [id, `slug-${id}`])),
};

const KEY = 'shared by the accounts host and a zone';
const peerTokens = new Map<string, string>();

/** They live for a minute. */
async function signPeerTokens(): Promise<void> {
  peerTokens.set('zone', await signPeerToken({ from: 'zone:east', to: 'accounts', key: KEY }));
  peerTokens.set('accounts-host', await signPeerToken({ from: 'accounts', to: 'zone:local', key: KEY }));
}

/** Ephemeral tokens show in their claims what they are bound to. */
function tokenOf({ name, kind, box }: Pick<Actor, 'name' | 'kind' | 'box'>): string {
  if (kind === 'peer') return peerTokens.get(name) ?? '';
  if (kind === 'scim') return `${Buffer.from('{"typ":"scim+jwt"}').toString('base64url')}.payload.${name}`;
  return kind === 'eph'
    ? `header.${Buffer.from(JSON.stringify({ kb_id: box?.kbid })).toString('base64url')}.${name}`
    : name;
}

function headersOf(actor: Actor): Record<string, string> {
  const { kind } = actor;
  if (kind === 'none') return {};
  const header =
    actor.header ??
    {
      nua: 'x-svc-nuakey',
      sa: 'x-svc-serviceaccount',
      temporal: 'x-svc-serviceaccount',
      user: 'authorization',
      pat: 'authorization',
      eph: 'authorization',
      scim: 'authorization',
      peer: 'authorization',
    }[kind];
  return header ? { [header]: `Bearer ${tokenOf(actor)}` } : {};
}

const declared = allOperations.filter(({ http }) => http !== undefined);
/** Nothing but policies keeps anybody out. Operations between hosts have handlers here, which need their input. */
const served = declared.map((one) => (isBetweenHosts(one) ? one : unchecked(one)));
const sockets = [...allSockets, sampleSocket].map(uncheckedSocket);
const table: readonly Checked[] = [...httpOperations(served, ['zone', 'accounts']), ...checkedSockets(sockets)];

const blobFolder = mkdtempSync(join(tmpdir(), 'lectern-matrix-'));
let application: Application;
/** A zone whose accounts host is elsewhere; only there can an accounts host ask. */
let remoteZone: Application;

beforeAll(async () => {
  process.env['BLOB_DIR'] = blobFolder;
  application = await start(served, { ZONE_KEYS: `east=${KEY}` });
  const ofZones = served.filter(({ http }) => http?.host === 'zone');
  const elsewhere = { ACCOUNTS_URL: 'http://127.0.0.1:9', ZONE_KEY: KEY, GATEWAY_HOSTS: 'zone' };
  remoteZone = await start(ofZones, elsewhere);
});

function start(operations: readonly AnyOperation[], environment: Readonly<Record<string, string>>) {
  const gateway = GatewayModule.forRoot({ operations, sockets, environment });
  const parts = { bus: new InProcessBus(), metrics: new Metrics(), logger: false, host: '127.0.0.1', port: 0 } as const;
  return Application.start(
    [accessServices(services), admittingServices([...operations, admitToSocket]), gateway],
    parts,
  );
}

afterAll(async () => {
  agent.destroy();
  await Promise.all([application.close(), remoteZone.close()]);
  rmSync(blobFolder, { recursive: true, force: true });
});

/**
 * Cases of these are tried one and all, except by callers who hold something on agents only; of published boxes
 * those of operations on boxes, of agents those on agents. Of all others each run tries every eighth, unless it is to
 * try all.
 */
const WHOLE = new Set(['own', 'foreign']);
const agents = targets.filter(({ kbid }) => world.boxes[kbid]?.isAgent);
const published = targets.filter(({ kbid }) => world.boxes[kbid]?.published);
const STEP = process.env['AUTHORIZATION_MATRIX'] === 'all' ? 1 : 8;

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

interface Outcome {
  readonly verdict: number | 'admitted';
  /** Of those who were admitted, as their operation knows them. */
  readonly principal?: Principal;
}

/** Headers by which callers claim rights. */
const claims = { 'x-kbdb-roles': 'OWNER', 'x-kbdb-security-groups': 'chosen', 'x-svc-user': 'root' };

async function outcomeOf({ operation, path, actor }: MatrixCase<Checked>): Promise<Outcome> {
  const { origin } = actor.isAccountsHost && operation.http.host === 'zone' ? remoteZone : application;
  const { method } = operation.http;
  const headers = { ...claims, ...headersOf(actor) };
  if (method === 'SOCKET') {
    const { status, frame } = await triedSocket(`${origin}${path}`, headers);
    return { verdict: status === 101 || status === 422 ? 'admitted' : status, principal: Object(frame).principal };
  }
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}${path}`, { agent, method, headers });
    sent.on('error', reject).on('response', (response) => {
      const { statusCode = 0 } = response;
      // 512 is the operation's own answer here; 422 is given to those who were let in. Other envelopes say no more.
      const isAdmitted = [512, 422, 415].includes(statusCode);
      void text(response).then((body) => {
        // Pages say nothing of the caller.
        const isJson = statusCode === 512 && body.startsWith('{');
        const principal = isJson ? JSON.parse(body).detail?.principal : undefined;
        resolve({ verdict: isAdmitted ? 'admitted' : statusCode, principal });
      }, reject);
    });
    sent.end();
  });
}

/** Visibility for a caller who chooses a group and asks for hidden resources. */
function sightOf(principal: Principal, groups: readonly string[] = []): Sight | 'inconsistent' {
  const settings = { enforceSecurity: true, hiddenResourcesEnabled: true };
  const searched = visibilityOfSearch(principal, { groups: ['chosen'], showHidden: true, ...settings });
  const read = visibilityOfReads(principal);
  const isOf = (one: Visibility, other: Visibility) => JSON.stringify(one) === JSON.stringify(other);
  if (isOf(searched, { groups: [], hidden: false }) && isOf(read, searched)) return 'public';
  if (isOf(searched, { groups: ['chosen'], hidden: true }) && isOf(read, { hidden: true })) return 'as asked';
  return isOf(searched, { groups, hidden: true }) && isOf(read, searched) ? 'own groups' : 'inconsistent';
}

/** For all requests on one target, on a machine with much else to do. */
const REQUESTS_MS_MAX = STEP === 1 ? 900_000 : 120_000;
/** Of a run that tries all. */
const CASES_MIN = 100_000;

/** Outcome at the gateway, by case. */
const done = new Map<string, Outcome>();
const keyOf = (operation: Checked, target: string, actor: string) => `${nameOf(operation)} ${target} ${actor}`;

/** Whether no role on the box, and no key of it or its account, is among what somebody holds. */
function isStranger({ isRoot, memberships = {}, roles = {}, box, account }: Actor, target: Target): boolean {
  const holds = box?.kbid === target.kbid || roles[target.kbid] !== undefined;
  return !isRoot && !holds && account !== target.account && memberships[target.account] !== 'AOWNER';
}

describe('the authorization matrix', () => {
  it('knows every operation and socket of the product, and no other', () => {
    const served = table.map(nameOf);
    expect(served.filter((name) => !interfaceRights.has(name))).toEqual([]);
    expect([...interfaceRights.keys()].filter((name) => !served.includes(name))).toEqual([]);
    expect(new Set(served).size).toBe(served.length);
  });

  describe.each(targets.map((target) => [target.name, target] as const))('for what is %s', (_, target) => {
    const all = [...authorizationMatrix(table, { actors, targets: [target], world })];
    const isPublished = published.includes(target);
    const cases = all.filter(
      ({ right, actor }, at) =>
        (WHOLE.has(target.name) && !isOfAgents(actor)) ||
        (isPublished && right.on === 'box') ||
        (agents.includes(target) && right.on === 'agent') ||
        at % STEP === targets.indexOf(target) % STEP,
    );
    const label = ({ operation: { http }, actor }: MatrixCase<Checked>) =>
      `${http.method} ${http.path} by ${actor.name}`;
    let outcomes: readonly Outcome[];

    beforeAll(async () => {
      await signPeerTokens();
      outcomes = await Promise.all(cases.map(outcomeOf));
      cases.forEach(({ operation, actor }, i) => {
        const outcome = outcomes[i];
        if (outcome) done.set(keyOf(operation, target.name, actor.name), outcome);
      });
    }, REQUESTS_MS_MAX);

    it('is as the tables of the interface say', () => {
      const wrong = cases.flatMap((one, index) => {
        const verdict = outcomes[index]?.verdict;
        // What anyone may ask by an address is nowhere when its ids are no ids.
        const isNowhere = one.right.on === 'nothing' && target.name === 'malformed' && verdict === 404;
        return isNowhere || verdict === one.expected ? [] : [`${label(one)}: ${verdict}, not ${one.expected}`];
      });
      expect(wrong).toEqual([]);
    });

    it('lets callers see what their role or credential gives them, whatever they claim', () => {
      const wrong = cases.flatMap((one, index) => {
        const principal = outcomes[index]?.principal;
        if (!principal || one.operation.policy.on !== 'kb' || principal.kb === undefined) return [];
        const sight = sightOf(principal, one.actor.groups);
        return sight === one.sight ? [] : [`${label(one)}: ${sight}, not ${one.sight}`];
      });
      expect(wrong).toEqual([]);
    });
  });

  it('is of more than a hundred thousand cases where all are tried', () => {
    expect(done.size).toBeGreaterThan(STEP === 1 ? CASES_MIN : CASES_MIN / 5);
  });

  describe('by what the gateway did', () => {
    const onBoxes = table.filter((one) => interfaceRights.get(nameOf(one))?.on === 'box');
    const admits = (operation: Checked, target: string, actor: string) =>
      done.get(keyOf(operation, target, actor))?.verdict === 'admitted';

    it.each(published.map((target) => [target.name, target] as const))(
      'lets a stranger do and see in a box %s what nobody may, and no more',
      (name, target) => {
        const strangers = actors.filter((actor) => actor.kind !== 'none' && isStranger(actor, target));
        expect(strangers.length).toBeGreaterThan(5);
        const more = onBoxes.flatMap((operation) =>
          strangers
            .filter((actor) => admits(operation, name, actor.name))
            .filter((actor) => {
              const principal = done.get(keyOf(operation, name, actor.name))?.principal;
              const seesMore = principal !== undefined && sightOf(principal, actor.groups) !== 'public';
              return seesMore || !admits(operation, name, 'nobody');
            })
            .map((actor) => `${nameOf(operation)} by ${actor.name}`),
        );
        expect(more).toEqual([]);
        expect(onBoxes.filter((one) => admits(one, name, 'nobody')).length).toBeGreaterThan(20);
      },
    );

    it('lets a writer do what a reader may, and an owner what a writer may', () => {
      const less = onBoxes.filter((one) => {
        const [reads, writes, owns] = ['sa-reader', 'sa-writer', 'sa-owner'].map((key) => admits(one, 'own', key));
        return (reads && !writes) || (writes && !owns);
      });
      expect(less.map(nameOf)).toEqual([]);
    });

    it('lets no key into a box that it is not for', () => {
      const keys = actors.filter(({ box, account }) => box !== undefined || account !== undefined);
      const elsewhere = onBoxes.flatMap((operation) =>
        targets
          .filter((target) => WHOLE.has(target.name) || published.includes(target))
          .flatMap((target) =>
            keys
              .filter((actor) => isStranger(actor, target) && admits(operation, target.name, actor.name))
              .map((actor) => `${nameOf(operation)} by ${actor.name}`),
          ),
      );
      expect(elsewhere).toEqual([]);
    });
  });

  it('has callers of every sight', () => {
    const admitted = [...authorizationMatrix(table, { actors, targets, world })].filter(
      ({ operation, expected }) => expected === 'admitted' && operation.policy.on === 'kb',
    );
    const kinds = new Set(admitted.map(({ actor, sight }) => `${actor.kind}: ${sight}`));
    expect(kinds).toEqual(
      new Set([
        'none: public',
        'user: public',
        'pat: public',
        'temporal: own groups',
        ...['user', 'pat', 'sa', 'temporal', 'eph', 'nua'].map((kind) => `${kind}: as asked`),
      ]),
    );
  });

  it('lets somebody in and keeps somebody out of every guarded operation', () => {
    const verdicts = new Map<string, Set<unknown>>();
    const guarded = table.filter(
      ({ policy }) => policy.on === 'kb' || policy.credentials.some((kind) => kind !== 'none'),
    );
    for (const { operation, expected } of authorizationMatrix(guarded, { actors, targets, world })) {
      const { id } = operation.endpoint;
      verdicts.set(id, (verdicts.get(id) ?? new Set()).add(expected));
    }
    const closed = [...verdicts].filter(([, seen]) => !seen.has('admitted')).map(([name]) => name);
    const open = [...verdicts].filter(([, seen]) => seen.size === 1).map(([name]) => name);
    expect({ closed, open }).toEqual({ closed: [], open: [] });
  });
});
