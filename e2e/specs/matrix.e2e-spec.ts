import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { Sent } from '@lectern/client';
import { type KnowledgeBoxRole, knowledgeBoxRoles, statusOf } from '@lectern/contracts/core';
import {
  createKnowledgeBoxEphemeralToken,
  createTemporalKey,
  type TemporalKeyPayload,
} from '@lectern/contracts/knowledge-box';
import { allOperations } from '@lectern/contracts/operations';
import {
  type Actor,
  authorizationMatrix,
  type MatrixCase,
  type Target,
  type World,
} from '../../libs/gateway/src/access/authorization-matrix.fixture';
import { httpOperations } from '@lectern/gateway';
import { Client, type KnowledgeBoxClient } from '../harness/client';
import { apiKey, asCaller, bearer, type Credential, issueNuaKey, nuaKey } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';
import { inParallel } from '../harness/parallel';
import { newUser } from '../harness/users';

const CONNECTIONS = 16;
const ANSWER_TIMEOUT_MS = 30_000;
const MISSING = 'cccccccc-0000-4000-8000-000000000000';
/**
 * Messages of the gateway about a missing box, account or path; an operation names other missing objects.
 */
const MISSING_TARGET = /^(Not Found|Knowledge ?Box (does not exist|not found).*|Account (does not exist|not found))$/i;

const table = httpOperations(allOperations, ['zone', 'accounts']);
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

let root: Client;
let own: KnowledgeBoxClient;
let sibling: KnowledgeBoxClient;
let published: KnowledgeBoxClient;
let world: World;
let actors: readonly Actor[];
let credentials: Record<string, () => Promise<Credential>>;

beforeAll(async () => {
  root = server('standalone');
  [own, sibling, published] = await Promise.all([
    root.createKnowledgeBox(),
    root.createKnowledgeBox(),
    root.createKnowledgeBox(),
  ]);
  await published.modify({ state: 'PUBLISHED' });
  const { account } = own;
  const boxes = [own, sibling, published].map(({ id }) => [id, { account, published: id === published.id }] as const);
  world = { accounts: [account], boxes: Object.fromEntries(boxes) };
  const box = (role: KnowledgeBoxRole) => ({ account, box: { kbid: own.id, role } });
  actors = [
    { name: 'temporal', kind: 'temporal', ...box('SCONTRIBUTOR') },
    { name: 'temporal with groups', kind: 'temporal', ...box('SCONTRIBUTOR'), groups: ['a'] },
    { name: 'nobody', kind: 'none' },
    { name: 'stranger', kind: 'pat', memberships: {} },
    { name: 'root', kind: 'pat', isRoot: true, memberships: { [account]: 'AOWNER' } },
    { name: 'reader', kind: 'sa', ...box('SMEMBER') },
    { name: 'writer', kind: 'sa', ...box('SCONTRIBUTOR') },
    { name: 'owner', kind: 'sa', ...box('SOWNER') },
    { name: 'ephemeral', kind: 'eph', ...box('SMEMBER') },
    { name: 'NUA', kind: 'nua', account },
    { name: 'managing NUA', kind: 'nua', account, allowKbManagement: true },
  ];
  credentials = await makeCredentials();
});
afterAll(() => agent.destroy());

async function makeCredentials(): Promise<Record<string, () => Promise<Credential>>> {
  const [reader, writer, owner] = await Promise.all(knowledgeBoxRoles.map(async (role) => apiKey(await own.key(role))));
  const [nua, managing] = await Promise.all([issueNuaKey(own), issueNuaKey(own, { allow_kb_management: true })]);
  const { token } = await own.api(createKnowledgeBoxEphemeralToken, { body: {} });
  const parent = asCaller(own, writer ?? {}).client;
  const temporal = async (body: Sent<TemporalKeyPayload>) =>
    apiKey((await parent.api.call(createTemporalKey, { body })).token);
  const constant =
    (credential: Credential = {}) =>
    async () =>
      credential;
  return {
    temporal: () => temporal({}),
    'temporal with groups': () => temporal({ security_groups: ['a'] }),
    nobody: constant(),
    stranger: constant((await newUser('standalone')).credential),
    root: constant(root.credential),
    reader: constant(reader),
    writer: constant(writer),
    owner: constant(owner),
    ephemeral: constant(bearer(token)),
    NUA: constant(nuaKey(nua.token)),
    'managing NUA': constant(nuaKey(managing.token)),
  };
}

interface Answered {
  readonly status: number;
  readonly detail: string;
}

/** Without a body, so that nobody who is let in does much. */
function answerTo({ operation, path }: MatrixCase, credential: Credential): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request(`${root.origin}${path}`, { agent, method: operation.http.method, headers: { ...credential } });
    sent.setTimeout(ANSWER_TIMEOUT_MS, () => sent.destroy(new Error('no answer')));
    sent.on('error', reject).on('response', (response) => {
      const { statusCode: status = 0 } = response;
      const chunks: Buffer[] = [];
      if (status < 300) {
        // Some answers would never end.
        resolve({ status, detail: '' });
        return void response.destroy();
      }
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status, detail: detailOf(Buffer.concat(chunks).toString()) }));
    });
    sent.end();
  });
}

function detailOf(text: string): string {
  try {
    // Protocols of others have envelopes of their own.
    const { detail, error } = JSON.parse(text);
    const said: unknown = detail ?? error?.message;
    return typeof said === 'string' ? said : '';
  } catch {
    return '';
  }
}

/** Whether somebody who is let in would delete what the other cases need. */
function isDestructive({ operation: { http }, expected }: MatrixCase): boolean {
  const names = [...http.path.matchAll(/\{(\w+)\*?\}/g)].map(([, name = '']) => name);
  return (
    http.method === 'DELETE' && expected === 'admitted' && names.every((name) => ['kbid', 'account'].includes(name))
  );
}

function fits({ operation: { policy, http, refuses }, expected }: MatrixCase, { status, detail }: Answered): boolean {
  if (status >= 500) return false;
  if (expected !== 'admitted') return status === expected;
  if (refuses) return status === statusOf[refuses.code] && detail === refuses.message;
  if (policy.credentials.every((kind) => kind === 'none')) return true;
  // Those who run the deployment may look for any account, also for one that is missing.
  const namesTarget = policy.on !== 'nothing' && /\{(kbid|account)\}/.test(http.path);
  // Some operations only say which others to use instead, or ask for the password, too.
  if (status === 403 && /^(Knowledge boxes belong to accounts|Prove that it is you)/.test(detail)) return true;
  return status !== 401 && status !== 403 && !(status === 404 && namesTarget && MISSING_TARGET.test(detail));
}

async function wrongIn(cases: readonly MatrixCase[]): Promise<string[]> {
  const names = [...new Set(cases.map(({ actor }) => actor.name))];
  const wrong: string[] = [];
  // Temporal keys live for seconds, so each actor's cases follow its credential.
  for (const name of names) {
    const credential = (await credentials[name]?.()) ?? {};
    const ofActor = cases.filter(({ actor }) => actor.name === name);
    const answers = await inParallel(ofActor, CONNECTIONS, (one) => answerTo(one, credential));
    wrong.push(
      ...ofActor.flatMap((one, i) => {
        const answered = answers[i];
        const { operation, path, expected } = one;
        if (answered && fits(one, answered)) return [];
        return [
          `${operation.http.method} ${path} (${operation.name}) by ${name}: ${answered?.status} ${answered?.detail}, not ${expected}`,
        ];
      }),
    );
  }
  return wrong;
}

const targets: readonly (readonly [name: string, () => Omit<Target, 'name'>])[] = [
  ['own', () => ({ kbid: own.id, account: own.account })],
  ['own, in the other form', () => ({ kbid: own.id.replaceAll('-', '').toUpperCase(), account: own.account })],
  ['of the same account', () => ({ kbid: sibling.id, account: own.account })],
  ['published', () => ({ kbid: published.id, account: own.account })],
  ['missing', () => ({ kbid: MISSING, account: own.account })],
  ['of a missing account', () => ({ kbid: own.id, account: MISSING })],
  ['malformed', () => ({ kbid: 'box', account: own.account })],
];

inStandalone('every operation for everyone, %s', () => {
  const seen = new Set<string>();

  it.each(targets)(
    'is let in or refused as the interface says for what is %s',
    async (name, target) => {
      const cases = [...authorizationMatrix(table, { actors, targets: [{ name, ...target() }], world })].filter(
        (one) => {
          const key = `${one.operation.name} ${one.path} ${one.actor.name}`;
          return !isDestructive(one) && !seen.has(key) && seen.add(key);
        },
      );
      expect(cases.length).toBeGreaterThan(100);
      expect(await wrongIn(cases)).toEqual([]);
    },
    120_000,
  );

  it('left what it was let into as it was', async () => {
    for (const box of [own, sibling, published]) expect((await root.send('GET', box.path)).status).toBe(200);
    expect((await new Client(root.origin).send('GET', `/kb/${randomUUID()}`)).status).toBe(401);
  });
});
