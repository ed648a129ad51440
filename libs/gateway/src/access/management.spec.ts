import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InProcessBus } from '@lectern/bus';
import { type AccountRole, idParametersOf, type KnowledgeBoxRole } from '@lectern/contracts/core';
import { allOperations } from '@lectern/contracts/operations';
import { Application, Metrics } from '@lectern/runtime';
import { GatewayModule } from '../gateway.module';
import { type HttpOperation, httpOperations } from '../operation/http-operation';
import { accessServices, type AccessWorld, admittingServices, unchecked } from './access-world.fixture';
import { isPublic } from './policy';

const ACCOUNT = 'aaaaaaaa-0000-4000-8000-000000000001';
const BOX = 'bbbbbbbb-0000-4000-8000-000000000001';
const OFFICE = '203.0.113.7';
const ELSEWHERE = '198.51.100.1';

const user = (id: string, role: AccountRole, kind: 'user' | 'pat' = 'pat') =>
  ({ kind, id, type: 'USER', accounts: [{ id: ACCOUNT, slug: 'acme', role }], key: id }) as const;
const key = (id: string, role: KnowledgeBoxRole) =>
  ({ kind: 'sa', id, account: ACCOUNT, kb: BOX, role, key: id }) as const;

const world: AccessWorld = {
  users: {
    'account-owner': user('account-owner', 'AOWNER', 'user'),
    'box-owner': user('box-owner', 'AMEMBER'),
    reader: user('reader', 'AMEMBER'),
    root: { ...user('root', 'AMEMBER'), type: 'ROOT' },
  },
  keys: {
    'owning-key': key('owning-key', 'SOWNER'),
    'writing-key': key('writing-key', 'SCONTRIBUTOR'),
    managing: { kind: 'nua', id: 'managing', account: ACCOUNT, key: 'managing', allowKbManagement: true },
  },
  boxes: {
    [BOX]: {
      account: ACCOUNT,
      state: 'PUBLISHED',
      allowedOrigins: ['https://page.example'],
      allowedIpAddresses: ['203.0.113.0/24'],
      roles: { 'box-owner': 'SOWNER', reader: 'SMEMBER' },
    },
  },
  accounts: { [ACCOUNT]: 'acme' },
};

const owners = ['account-owner', 'box-owner', 'root', 'owning-key', 'managing'];
const others = ['reader', 'writing-key', 'nobody'];

const isOnBox = ({ params, http }: Pick<HttpOperation, 'params' | 'http'>) =>
  idParametersOf(params).some(({ name, target }) => target === 'kb' && http.path.includes(`{${name}}`));
const ofBoxes = new Set(
  httpOperations(allOperations, ['zone'])
    .filter(isOnBox)
    .map(({ name }) => name),
);
const operations = allOperations.filter(({ name }) => ofBoxes.has(name)).map(unchecked);
const routes = httpOperations(operations, ['zone']).filter(isOnBox);
const named = (isManagement: boolean) =>
  routes
    .filter(({ policy }) => !isPublic(policy) && (policy.management ?? false) === isManagement)
    .map((operation) => [operation.endpoint.id, operation] as const);

describe('an operation on a knowledge box that allows some addresses only', () => {
  const blobFolder = mkdtempSync(join(tmpdir(), 'lectern-management-'));
  let application: Application;

  beforeAll(async () => {
    process.env['BLOB_DIR'] = blobFolder;
    const gateway = GatewayModule.forRoot({ operations, environment: { TRUSTED_PROXIES: '127.0.0.1' } });
    const modules = [accessServices(world), admittingServices(operations), gateway];
    const parts = { bus: new InProcessBus(), metrics: new Metrics(), logger: false } as const;
    application = await Application.start(modules, { ...parts, host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await application.close();
    rmSync(blobFolder, { recursive: true, force: true });
  });

  const headersOf = (caller: string): Record<string, string> => {
    if (caller === 'nobody') return {};
    const kind = world.keys[caller]?.kind;
    const header = kind === 'nua' ? 'x-svc-nuakey' : kind ? 'x-svc-serviceaccount' : 'authorization';
    return { [header]: `Bearer ${caller}` };
  };

  /** How it ends for each caller: with the operation, or with the reason of a refusal. */
  const outcomes = async ({ http }: HttpOperation, callers: readonly string[], from: Record<string, string>) => {
    const path = http.path.replace('{kbid}', BOX).replace('{account}', ACCOUNT);
    const url = `${application.origin}${path.replaceAll(/\{\w+\*?\}/g, '0123456789abcdef0123456789abcdef')}`;
    const ask = async (caller: string) => {
      const answer = await fetch(url, { method: http.method, headers: { ...headersOf(caller), ...from } });
      if (http.method === 'HEAD') return answer.status === 512 ? 'admitted' : 'IP address not allowed';
      // Protocols of others have envelopes of their own.
      const { error, detail = error?.message } = await answer.json();
      return answer.status === 512 ? 'admitted' : String(detail);
    };
    return Promise.all(callers.map(ask));
  };
  const every = (caller: readonly string[], outcome: string) => caller.map(() => outcome);

  it('is public only when it says nothing of the box, or its address is signed for an hour', () => {
    const open = routes.filter(({ policy }) => isPublic(policy)).map(({ endpoint }) => endpoint.id);
    expect(open.toSorted()).toEqual([
      'kb.tus.field-options',
      'kb.tus.field-options-by-slug',
      'kb.tus.field-upload-options',
      'kb.tus.field-upload-options-by-slug',
      'kb.tus.options',
      'kb.tus.upload-options',
      'understanding.task-asset.file',
    ]);
  });

  it('is management when it runs the box', () => {
    expect(
      named(true)
        .map(([name]) => name)
        .toSorted(),
    ).toEqual([
      'kb.api-key.create',
      'kb.api-key.delete',
      'kb.invitation.cancel',
      'kb.invitation.create',
      'kb.invitation.list',
      'kb.knowledge-box.delete',
      'kb.knowledge-box.get',
      'kb.knowledge-box.logo',
      'kb.knowledge-box.modify',
      'kb.permission.get',
      'kb.service-account.create',
      'kb.service-account.delete',
      'kb.service-account.list',
      'kb.user.list',
      'kb.user.update',
    ]);
  });

  it.each(named(true))('%s is open to owners from everywhere, and to nobody else', async (_, operation) => {
    const from = { 'x-forwarded-for': ELSEWHERE };
    const mayCall = (await outcomes(operation, owners, { 'x-forwarded-for': OFFICE })).map((one) => one === 'admitted');
    const able = owners.filter((_owner, index) => mayCall[index]);
    expect(able).toEqual(expect.arrayContaining(['account-owner', 'box-owner', 'root']));
    expect(await outcomes(operation, able, from)).toEqual(every(able, 'admitted'));
    expect(await outcomes(operation, able, { ...from, origin: 'https://other.example' })).toEqual(
      every(able, 'admitted'),
    );
    expect(await outcomes(operation, others, from)).not.toContain('admitted');
  });

  it.each(named(false))('%s is shut for owners, too', async (_, operation) => {
    const callers = [...owners, ...others];
    const from = { 'x-forwarded-for': ELSEWHERE };
    expect(await outcomes(operation, callers, from)).not.toContain('admitted');
    const { credentials, on, role } = operation.policy;
    const owner = on === 'account' || role === 'AOWNER' ? 'account-owner' : 'box-owner';
    const entitled = credentials.includes('user') ? owner : 'managing';
    const [inside] = await outcomes(operation, [entitled], { 'x-forwarded-for': OFFICE });
    expect(inside).toBe('admitted');
    expect(await outcomes(operation, [entitled], from)).toEqual(['IP address not allowed']);
  });
});
