import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { CIRCUIT_FAILURES_MAX, CIRCUIT_PAUSE_MS } from '@lectern/runtime';
import type { PeerClient } from './peer-client';
import { openPeerClient } from './open-peer-client';

const operation = { name: 'test' };

describe('the client of a peer', () => {
  let server: Server;
  let origin: string;
  let client: PeerClient;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  let asked = 0;

  beforeEach(async () => {
    asked = 0;
    server = createServer((request, response) => {
      asked += 1;
      answer(request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    // It listens on a port.
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    client = openPeerClient(origin);
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const ask = () => client.ask({ operation, origin, token: 'proof', body: { a: 1 }, requestId: 'r1' });
  const json = (status: number, body: unknown) => {
    answer = (_, response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

  it('carries the token, the request id and the body, and brings the answer', async () => {
    answer = (request, response) => {
      void text(request).then((body) => {
        const { authorization, 'x-request-id': id } = request.headers;
        response.end(JSON.stringify({ authorization, id, url: request.url, body: JSON.parse(body) }));
      });
    };
    expect(await ask()).toEqual({
      authorization: 'Bearer proof',
      id: 'r1',
      url: '/api/v1/peer/test',
      body: { a: 1 },
    });
  });

  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not_found'],
  ])('passes a refusal by %i on', async (status, code) => {
    json(status, { detail: 'because' });
    await expect(ask()).rejects.toMatchObject({ code, message: 'because' });
  });

  it.each([
    ['a proxy that refuses', 404, '<html>'],
    ['a failure', 500, { detail: 'Something went wrong' }],
    ['another redirect', 302, {}],
  ])('takes %s for an absence', async (_, status, body) => {
    json(status, body);
    await expect(ask()).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('asks once more when a connection broke', async () => {
    answer = (request, response) => (asked === 1 ? request.socket.destroy() : response.end('{"ok":true}'));
    expect(await ask()).toEqual({ ok: true });
  });

  it('leaves a host alone that is away, and comes back to it', async () => {
    answer = (request) => request.socket.destroy();
    for (let i = 0; i < CIRCUIT_FAILURES_MAX + 2; i += 1)
      await expect(ask()).rejects.toMatchObject({ code: 'unavailable' });
    expect(asked).toBe(2 * CIRCUIT_FAILURES_MAX);
    json(200, { back: true });
    await sleep(CIRCUIT_PAUSE_MS + 100);
    expect(await ask()).toEqual({ back: true });
  });

  it('does not go where the configuration does not say', async () => {
    const careful = openPeerClient(undefined);
    const going = careful.ask({ operation, origin, token: 'proof', body: {} });
    await expect(going).rejects.toMatchObject({ code: 'invalid_request' });
    expect(asked).toBe(0);
  });
});
