import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InProcessBus } from '@lectern/bus';
import { AppError, type Principal, systemPrincipal } from '@lectern/contracts/core';
import { listLabelsets, resolveKnowledgeBoxAccess, verifyZoneCredential } from '@lectern/contracts/knowledge-box';
import { AllowList, Egress, Guard } from '@lectern/egress';
import { InteractionCalls } from '../interaction/interaction-calls';
import { BoxSources } from './box-sources';
import { RemoteBoxes } from './remote-boxes';

const kbid = '4ff5e06c-d43f-4ccc-82eb-8cf1c202b212';
const KEY = 'the-key-of-the-driver';
const ada: Principal = { ...systemPrincipal, kind: 'user', id: 'ada', account: 'account', roles: ['SMEMBER'] };

interface Asked {
  readonly name: string;
  readonly principal: Principal;
}

describe('the source of a driver', () => {
  let zone: Server;
  let origin: string;
  let egress: Egress;
  /** Requests that the other zone got. */
  const elsewhere: string[] = [];
  /** Calls within this zone. */
  const here: Asked[] = [];
  /** Answers by operation. */
  const answers = new Map<string, unknown>();

  beforeAll(async () => {
    zone = createServer((request, response) => {
      elsewhere.push(`${request.url} ${request.headers['x-svc-serviceaccount']}`);
      response.end(JSON.stringify({ labelsets: { elsewhere: {} } }));
    }).listen(0, '127.0.0.1');
    await once(zone, 'listening');
    // Of a server that listens.
    origin = `http://127.0.0.1:${(zone.address() as AddressInfo).port}`;
    egress = new Egress(new Guard(new AllowList([origin.replace('http://', '')])));
  });
  afterAll(async () => {
    await egress.onApplicationShutdown();
    zone.closeAllConnections();
    zone.close();
  });
  beforeEach(() => {
    elsewhere.length = 0;
    here.length = 0;
    answers.clear();
    const key = { kind: 'sa', id: 'sa', account: 'account', kb: kbid, key: 'k', role: 'SMEMBER' };
    answers.set(verifyZoneCredential.name, key);
    answers.set(resolveKnowledgeBoxAccess.name, { account: 'account', userRole: 'SMEMBER', allowedIpAddresses: null });
    answers.set(listLabelsets.name, { labelsets: { here: {} } });
  });

  const answerOf = ({ name }: Pick<Asked, 'name'>, { principal }: Pick<Asked, 'principal'>) => {
    here.push({ name, principal });
    const answer = answers.get(name);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const opened = async (config: object, principal = ada) => {
    const bus = Object.assign(new InProcessBus(), {
      request: async (operation: Asked, _input: unknown, options: Asked) => answerOf(operation, options),
      stream: async function* (operation: Asked, _input: unknown, options: Asked) {
        yield { path: [], members: answerOf(operation, options) };
      },
    });
    const sources = new BoxSources(bus, new RemoteBoxes(egress));
    const driver = {
      identifier: 'd',
      provider: 'kbdb',
      config: { kbid, description: 'Animals', filters: [], ...config },
    };
    const caller = { principal, signal: new AbortController().signal, calls: new InteractionCalls(bus) };
    const source = await sources.open(driver, caller);
    const labelsets = Object.keys(await source.labelsets());
    return { named: source.kbid, labelsets, asker: here.find(({ name }) => name === listLabelsets.name)?.principal };
  };
  const noKey = new AppError('unauthorized', 'Invalid key');

  it('with a key of this zone is asked here as that key, whatever address it names', async () => {
    const { named, labelsets, asker } = await opened({ key: KEY, url: `${origin}/api` });
    expect([named, labelsets]).toEqual([undefined, ['here']]);
    expect(asker).toMatchObject({ kind: 'sa', id: 'sa', kb: kbid, roles: expect.arrayContaining(['SMEMBER']) });
    expect(elsewhere).toEqual([]);
  });

  it('with a key that this zone does not know is asked at the address of the driver', async () => {
    answers.set(verifyZoneCredential.name, noKey);
    expect((await opened({ key: KEY, url: `${origin}/api` })).labelsets).toEqual(['elsewhere']);
    expect(elsewhere).toEqual([`/api/v1/kb/${kbid}/labelsets Bearer ${KEY}`]);
  });

  it('with such a key and no address is nothing', async () => {
    answers.set(verifyZoneCredential.name, noKey);
    await expect(opened({ key: KEY })).rejects.toMatchObject({
      code: 'forbidden',
      message: 'The key of the driver does not open its knowledge box',
    });
    expect(elsewhere).toEqual([]);
  });

  it('with a key of another box of this zone is nothing, and the key goes nowhere', async () => {
    answers.set(verifyZoneCredential.name, { kind: 'sa', id: 'sa', account: 'account', kb: 'other', role: 'SMEMBER' });
    await expect(opened({ key: KEY, url: `${origin}/api` })).rejects.toMatchObject({ code: 'forbidden' });
    answers.set(verifyZoneCredential.name, { kind: 'sa', id: 'sa', account: 'account', kb: kbid });
    await expect(opened({ key: KEY, url: `${origin}/api` })).rejects.toMatchObject({ code: 'forbidden' });
    expect(elsewhere).toEqual([]);
  });

  it('is not asked elsewhere while this zone cannot say whose key it is', async () => {
    answers.set(verifyZoneCredential.name, new AppError('unavailable', 'The database is not available'));
    await expect(opened({ key: KEY, url: `${origin}/api` })).rejects.toMatchObject({ code: 'unavailable' });
    expect(elsewhere).toEqual([]);
  });

  it('without a key is asked with the rights of the caller, and never elsewhere', async () => {
    const { named, labelsets, asker } = await opened({ internal: true, url: `${origin}/api` });
    expect([named, labelsets, asker]).toMatchObject([kbid, ['here'], { kind: 'user', id: 'ada', kb: kbid }]);
    expect(here.map(({ name }) => name)).not.toContain(verifyZoneCredential.name);
    expect(elsewhere).toEqual([]);
  });

  it.each([
    ['a key of the agent', {}, { ...ada, kind: 'sa' as const }],
    ['a caller of another account', { account: 'other' }, ada],
    ['a caller without a role', { userRole: null }, ada],
    ['a box that allows some addresses only', { allowedIpAddresses: ['10.0.0.1'] }, ada],
  ])('without a key is nothing for %s', async (_, access, principal) => {
    const allowed = { account: 'account', userRole: 'SMEMBER', allowedIpAddresses: null };
    answers.set(resolveKnowledgeBoxAccess.name, { ...allowed, ...access });
    await expect(opened({ internal: true }, principal)).rejects.toMatchObject({ code: 'forbidden' });
  });
});
