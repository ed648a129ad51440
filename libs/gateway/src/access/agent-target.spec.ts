import { Handles } from '@lectern/bus';
import {
  AgentId,
  AppError,
  operation,
  type Policy,
  type Request,
  TargetAccess,
  TargetAccessQuery,
} from '@lectern/contracts/core';
import { Controller, Module } from '@nestjs/common';
import { ACCOUNT, BOX, TestGateway } from '../gateway.fixture';
import { GatewayModule } from '../gateway.module';

const AGENT = 'dddddddd-0000-4000-8000-000000000001';
const MISSING = 'dddddddd-0000-4000-8000-000000000009';

class AgentTarget {
  @AgentId() agent_id!: string;
}

class Principals {
  agent?: string;
  kb?: string;
  roles!: readonly string[];
}

const resolve = operation({
  name: 'test.agent.resolve',
  summary: 'Find out who may do what with an agent',
  body: TargetAccessQuery,
  answer: TargetAccess,
  deadlineMs: 2_000,
});

const read = (name: string, role: Policy['role']) =>
  operation({
    name: `test.agent.${name}`,
    summary: 'Read an agent',
    http: { method: 'GET', path: `/api/v1/agent/{agent_id}/${name}`, host: 'zone', success: 200 },
    policy: { credentials: ['sa', 'user', 'nua'], role, on: 'agent' },
    feature: 'search',
    params: AgentTarget,
    answer: Principals,
    deadlineMs: 2_000,
  });
const look = read('look', 'READER');
const manage = read('manage', 'MANAGER');

/** What the service that owns agents has of one. Tests change it. */
const agent = { roles: { user: 'SMEMBER' } as Record<string, 'SMEMBER' | 'SOWNER'>, origins: null as string[] | null };
const asked: unknown[] = [];

@Controller()
class AgentHandlers {
  @Handles(resolve)
  async resolve({ body: { id, userId } }: Request<typeof resolve>): Promise<TargetAccess> {
    asked.push({ id, userId });
    if (id !== AGENT) throw new AppError('not_found', 'Agent does not exist');
    const userRole = agent.roles[userId ?? ''] ?? null;
    return { account: ACCOUNT, userRole, allowedOrigins: agent.origins, allowedIpAddresses: null, blockedFeatures: [] };
  }

  @Handles(look)
  async look({ principal: { agent: id, kb, roles } }: Request<typeof look>): Promise<Principals> {
    return { agent: id, kb, roles };
  }

  @Handles(manage)
  async manage({ principal: { agent: id, kb, roles } }: Request<typeof manage>): Promise<Principals> {
    return { agent: id, kb, roles };
  }
}

@Module({ controllers: [AgentHandlers] })
class AgentsModule {}

describe('an operation on an agent', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    const parts = { operations: [look, manage], targets: { agent: resolve }, handlers: AgentsModule };
    gateway = await TestGateway.start({}, parts);
    gateway.world.keys['of-agent'] = { kind: 'sa', id: 's', account: ACCOUNT, kb: AGENT, role: 'SOWNER', key: 'k9' };
    gateway.world.users['stranger'] = { kind: 'user', id: 'stranger', type: 'USER', accounts: [], key: 's9' };
  });
  afterAll(() => gateway.close());

  const ask = async (path: string, headers: Record<string, string>) => {
    const answer = await gateway.call(`/api/v1/agent/${path}`, { as: '', headers });
    return [answer.status, await answer.json()] as const;
  };
  const user = { authorization: 'Bearer user' };

  it('is let in by what the service that owns the agent says', async () => {
    const roles = ['SMEMBER', 'READER', 'AMEMBER'];
    expect(await ask(`${AGENT}/look`, user)).toEqual([200, { agent: AGENT, roles }]);
    expect(await ask(`${AGENT.replaceAll('-', '').toUpperCase()}/look`, user)).toMatchObject([200, { agent: AGENT }]);
    expect((await ask(`${AGENT}/manage`, user))[0]).toBe(403);
    expect((await ask(`${AGENT}/look`, { authorization: 'Bearer stranger' }))[0]).toBe(403);
    expect((await ask(`${AGENT}/look`, {}))[0]).toBe(401);
    expect(asked).toContainEqual({ id: AGENT, userId: 'user' });
  });

  it('takes a key of this agent, and learns nothing by a key of something else', async () => {
    const key = (name: string) => ({ 'x-svc-serviceaccount': `Bearer ${name}` });
    expect((await ask(`${AGENT}/manage`, key('of-agent')))[0]).toBe(200);
    expect(await ask(`${AGENT}/look`, key('reader'))).toEqual([403, { detail: 'Forbidden' }]);
    expect(await ask(`${MISSING}/look`, key('reader'))).toEqual([403, { detail: 'Forbidden' }]);
    expect(await ask(`${BOX}/look`, key('of-agent'))).toEqual([403, { detail: 'Forbidden' }]);
  });

  it('does not find what does not exist, or is no id', async () => {
    expect(await ask(`${MISSING}/look`, user)).toEqual([404, { detail: 'Agent does not exist' }]);
    expect(await ask('agent/look', user)).toEqual([404, { detail: 'Agent not found. UUID expected.' }]);
  });

  it('obeys the origins that the agent allows, and forgets an old answer when access changed', async () => {
    agent.origins = ['https://app.example'];
    agent.roles = { user: 'SOWNER' };
    await gateway.tellAccessChanged({ kbid: AGENT });
    expect((await ask(`${AGENT}/manage`, user))[0]).toBe(200);
    expect(await ask(`${AGENT}/manage`, { ...user, origin: 'https://other.example' })).toEqual([
      403,
      { detail: 'Origin not allowed' },
    ]);
    agent.roles = {};
    await gateway.tellAccessChanged({ kbid: AGENT });
    expect((await ask(`${AGENT}/manage`, user))[0]).toBe(403);
  });

  it('is reached below the memory of the agent, too, which the interface does not describe', async () => {
    agent.roles = { user: 'SMEMBER' };
    agent.origins = null;
    await gateway.tellAccessChanged({ kbid: AGENT });
    const call = (path: string, method = 'GET') => gateway.call(path, { as: '', headers: user, method });
    const legacy = `/api/v1/kb/${AGENT}/agent`;
    expect(await (await call(`${legacy}/look`)).json()).toMatchObject({ agent: AGENT });
    expect((await call(`${legacy}/manage`)).status).toBe(403);
    expect((await call(`/api/v1/kb/${MISSING}/agent/look`)).status).toBe(404);
    expect((await call(`${legacy}/look`, 'POST')).status).toBe(405);
    expect((await call(`/api/authorizer/authorize${legacy}/look`)).status).toBe(200);
    expect((await call(`/api/authorizer/authorize${legacy}/manage`)).status).toBe(403);
    const { paths } = (await (await call('/api/v1/openapi.json')).json()) as { paths: Record<string, unknown> };
    expect(Object.keys(paths)).toContain('/api/v1/agent/{agent_id}/look');
    expect(Object.keys(paths).filter((path) => path.includes('/agent/') && path.includes('/kb/'))).toEqual([]);
  });

  it('is refused at the start where nobody resolves agents', () => {
    expect(() => GatewayModule.forRoot({ operations: [look], targets: {}, environment: {} })).toThrow(
      'test.agent.look',
    );
  });
});
