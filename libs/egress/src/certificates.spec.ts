import { once } from 'node:events';
import { createServer, type Server, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { AllowList } from './allow-list';
import type { Certificates } from './certificates';
import { testCertificates } from './certificates.fixture';
import { Egress } from './egress';
import { Guard } from './guard';

const { server: own, client, expired } = testCertificates;
const { ca } = own;

describe('certificates of requests', () => {
  const servers: Server[] = [];
  const egress = new Egress(new Guard(new AllowList(['127.0.0.1'])));

  afterAll(async () => {
    await egress.onApplicationShutdown();
    for (const server of servers) server.close();
  });

  /** Answers with the name of its client. */
  const serve = async (options: ServerOptions) => {
    const server = createServer(options, ({ socket }, response) => {
      // Connections of an HTTPS server are encrypted.
      const { subject } = (socket as TLSSocket).getPeerCertificate();
      response.end(`hello ${subject?.CN ?? 'nobody'}`);
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    // A TCP server's address is an object.
    return `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  };
  const ask = async (url: string, certificates?: Certificates) =>
    (await egress.fetch(url, { ...(certificates && { certificates }) })).text();

  it('say who may have signed that of the server: nobody else', async () => {
    const url = await serve(own);
    await expect(ask(url)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await ask(url, { ca })).toBe('hello nobody');
    // No connection that trusts it is used for others.
    await expect(ask(url)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('say who the client is, also where one PEM has certificate and key', async () => {
    const url = await serve({ ...own, requestCert: true, rejectUnauthorized: true });
    await expect(ask(url, { ca })).rejects.toMatchObject({ code: 'unavailable' });
    expect(await ask(url, client)).toBe('hello client');
    const whole = `${client.cert}\n${client.key}`;
    expect(await ask(url, { ca, cert: whole, key: whole })).toBe('hello client');
  });

  it('of servers that expired are refused', async () => {
    const url = await serve({ ...own, cert: expired.cert });
    await expect(ask(url, { ca })).rejects.toThrow(/its certificate is not valid$/);
  });

  it.each([
    ['no PEM', { ca: 'secret' }],
    ['a key of another one', { cert: own.cert, key: client.key }],
  ])('that are %s are refused without their text', async (_, certificates) => {
    const failed: unknown = await ask('https://127.0.0.1:1/', certificates).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 'invalid_request', message: expect.stringMatching(/^The certificates/) });
    expect(String(failed)).not.toContain('secret');
  });

  it('do not open addresses of the inside', async () => {
    await expect(ask('https://10.0.0.1/', client)).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
