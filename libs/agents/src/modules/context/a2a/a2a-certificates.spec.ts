import { once } from 'node:events';
import { createServer, type Server, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import { A2aConfig, A2aModuleConfig } from '@lectern/contracts/agents';
import { AllowList, Egress, Guard } from '@lectern/egress';
import { TestAuthority, type TestCertificate } from '@lectern/testing';
import { testRun } from '../../../engine/module-run.fixture';
import { a2a } from './a2a';

const DAY_MS = 86_400_000;
const HOST = '127.0.0.1';
const past = { from: new Date(Date.now() - 2 * DAY_MS), until: new Date(Date.now() - DAY_MS) };
const future = { from: new Date(Date.now() + DAY_MS), until: new Date(Date.now() + 2 * DAY_MS) };

describe('an agent elsewhere that shows certificates', () => {
  const servers: Server[] = [];
  const web = new Egress(new Guard(new AllowList([HOST])));
  let zoo: TestAuthority;
  let other: TestAuthority;
  let own: TestCertificate;
  let client: TestCertificate;

  beforeAll(async () => {
    [zoo, other] = await Promise.all([TestAuthority.create('Zoo'), TestAuthority.create('Others')]);
    [own, client] = await Promise.all([zoo.certificate({ hosts: [HOST] }), zoo.certificate({})]);
  });
  afterAll(async () => {
    await web.onApplicationShutdown();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  /** An agent that answers with the name of its client. */
  async function serve(options: ServerOptions): Promise<string> {
    const server = createServer(options, async (request, response) => {
      const body = await text(request);
      const { host } = request.headers;
      // Connections of an HTTPS server are encrypted.
      const { subject } = (request.socket as TLSSocket).getPeerCertificate();
      const answer = `The ibex climbs rocks, ${subject?.CN ?? 'nobody'}.`;
      const artifacts = [{ artifactId: 'a', parts: [{ text: answer }] }];
      const task = { id: 't', contextId: 'c', status: { state: 'TASK_STATE_COMPLETED' }, artifacts };
      const json = request.method === 'GET' ? cardAt(`https://${host}/a2a`) : reply(body, { task });
      response.setHeader('content-type', 'application/json').end(JSON.stringify(json));
    }).listen(0, HOST);
    servers.push(server);
    await once(server, 'listening');
    // A TCP server's address is an object.
    return `${HOST}:${(server.address() as AddressInfo).port}`;
  }
  const ask = async (endpoint: string, certificates: Partial<A2aConfig> = {}) => {
    const config = { ...Object.assign(new A2aConfig(), { endpoint, use_tls: true, ...certificates }) };
    const { run } = testRun({ drivers: [{ identifier: 'zoo', provider: 'a2a', config }], web });
    const module = Object.assign(new A2aModuleConfig(), { module: 'a2a', source: 'zoo', title: 'agent' });
    const { contexts } = await a2a.run(module, { id: 'q', text: 'Where does the ibex climb?' }, run);
    return contexts.flatMap(({ chunks }) => chunks.map(({ text: found }) => found));
  };
  const asClient = ({ cert, key }: TestCertificate) => ({ client_certificate_chain: cert, client_private_key: key });
  const failure = async (...asked: Parameters<typeof ask>) => {
    const error: unknown = await ask(...asked).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain('PRIVATE');
    return String(error);
  };

  it('is asked where the driver names who signed its certificate', async () => {
    const host = await serve(own);
    expect(await ask(host, { ca_certificate: zoo.ca })).toEqual(['The ibex climbs rocks, nobody.']);
    expect(await ask(host, { ca_certificate: `${other.ca}\n${zoo.ca}` })).toHaveLength(1);
    expect(await failure(host)).toContain('certificate is not valid');
    expect(await failure(host, { ca_certificate: other.ca })).toContain('certificate is not valid');
  });

  it('is shown the certificate of the driver when it wants one, and refuses others', async () => {
    const host = await serve({ ...own, ca: zoo.ca, requestCert: true, rejectUnauthorized: true });
    const trusted = { ca_certificate: zoo.ca };
    expect(await ask(host, { ...trusted, ...asClient(client) })).toEqual(['The ibex climbs rocks, client.']);
    const foreign = await other.certificate({});
    const expired = await zoo.certificate(past);
    for (const refused of [{}, asClient(foreign), asClient(expired)])
      expect(await failure(host, { ...trusted, ...refused })).toContain('could not be asked');
  });

  it.each<[string, () => Promise<TestCertificate>]>([
    ['expired', () => zoo.certificate({ hosts: [HOST], ...past })],
    ['is not valid yet', () => zoo.certificate({ hosts: [HOST], ...future })],
    ['is that of another host', () => zoo.certificate({ hosts: ['10.0.0.1', 'agent.example'] })],
    ['is that of a client', () => zoo.certificate({})],
    [
      'comes from another authority of the same name',
      async () => (await TestAuthority.create('Zoo')).certificate({ hosts: [HOST] }),
    ],
  ])('is not asked when its certificate %s', async (_, made) => {
    const host = await serve(await made());
    expect(await failure(host, { ca_certificate: zoo.ca, ...asClient(client) })).toContain('certificate is not valid');
  });

  it('needs a key that belongs to the certificate', async () => {
    const host = await serve(own);
    const mixed = { ...asClient(client), client_private_key: own.key, ca_certificate: zoo.ca };
    expect(await failure(host, mixed)).toContain('certificates cannot be read');
  });
});

function cardAt(url: string): object {
  return {
    name: 'Zoo',
    description: 'Knows animals',
    version: '1',
    supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: {},
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [],
  };
}

function reply(body: string, result: object): object {
  const { id } = Object(JSON.parse(body));
  return { jsonrpc: '2.0', id, result };
}
