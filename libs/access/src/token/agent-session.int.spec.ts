import type { KnowledgeBoxMode } from '@lectern/contracts/knowledge-box';
import {
  createAgentSessionKey,
  createEphemeralToken,
  createKnowledgeBoxEphemeralToken,
  EphemeralTokenPayload,
} from '@lectern/contracts/knowledge-box';
import { type Principal, validate } from '@lectern/contracts/core';
import { account, as, owner, refusalOf } from '../../../resource-store/fixtures/zone-process';
import { Zone } from '../../fixtures/zone';

let zone: Zone;
beforeAll(async () => {
  zone = await Zone.start();
});
afterAll(() => zone.stop());

const keyOf = async (mode: KnowledgeBoxMode) => {
  const kbid = await zone.newBox(mode);
  return { kbid, ...(await zone.newKey(kbid, { role: 'SOWNER' })) };
};
const forSession = async (principal: Principal, ttl = 10) =>
  (await zone.bus.request(createAgentSessionKey, { body: { agent_session: 's', ttl } }, as(principal))).token;
const tokenFor = async (kbid: string, agent_session: string) => {
  const body = validate(EphemeralTokenPayload, { agent_session });
  const { token } = await zone.bus.request(
    createKnowledgeBoxEphemeralToken,
    { params: { account, kbid }, body },
    as(owner),
  );
  return token;
};
const NO_AGENT = /^invalid_request: .*no retrieval agent/;

describe('a key for a session of an agent', () => {
  it('names the session, has the least role, and dies with its API key or sooner', async () => {
    const { kbid, token, id: key, serviceAccount: id } = await keyOf('agent');
    const { expiresMs = 0, ...verified } = await zone.verify(await forSession(await zone.caller(token), 5));
    expect(verified).toEqual({ kind: 'temporal', id, account, kb: kbid, role: 'SMEMBER', key, session: 's' });
    expect(expiresMs - Date.now()).toBeLessThanOrEqual(5_000);
  });

  it('is made by API keys of agents only', async () => {
    const { token } = await keyOf('agent_no_memory');
    const maker = await zone.caller(token);
    const made = await zone.caller(await forSession(maker));
    for (const other of [made, owner]) expect(await refusalOf(forSession(other))).toBe('forbidden: Forbidden');
    const plain = await zone.caller((await keyOf('kb')).token);
    expect(await refusalOf(forSession(plain))).toMatch(NO_AGENT);
  });
});

describe('a token for a session of an agent', () => {
  it('names the session', async () => {
    for (const mode of ['agent', 'agent_no_memory'] as const) {
      const kbid = await zone.newBox(mode);
      const verified = await zone.verify(await tokenFor(kbid, 'ephemeral'), 'query');
      expect(verified).toMatchObject({ kind: 'eph', kb: kbid, role: 'SMEMBER', session: 'ephemeral' });
    }
  });

  it('is for agents only', async () => {
    expect(await refusalOf(tokenFor(await zone.newBox(), 's'))).toMatch(NO_AGENT);
  });

  it('is made by a user who names the agent in the path', async () => {
    const kbid = await zone.newBox('agent');
    const body = validate(EphemeralTokenPayload, { agent_session: 's', path: `/agent/${kbid}` });
    const { token } = await zone.bus.request(createEphemeralToken, { body }, as(owner));
    expect(await zone.verify(token, 'query')).toMatchObject({ kb: kbid, session: 's', path: `/agent/${kbid}` });
  });
});
