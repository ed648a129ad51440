import { connect } from 'node:net';
import { ANONYMOUS_BODY_NODES_MAX, BODY_DEPTH_MAX, BODY_NODES_MAX } from '@lectern/contracts/core';
import { BOX, PUBLISHED, TestGateway } from './gateway.fixture';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await TestGateway.start();
});
afterAll(() => gateway.close());

/** A valid request with a member that nobody declared. */
const withUnknown = (unknown: string) => `{"title":"x","unknown":${unknown}}`;
const lists = (nodes: number) => `[${'[],'.repeat(nodes / 2 - 1)}[]]`;

describe('a body of much JSON', () => {
  const send = async (body: string, path = 'notes', as?: string) => {
    const answer = await gateway.call(path, { method: 'POST', body, as });
    return [answer.status, await answer.text()] as const;
  };

  it('is taken as far as requests need it', async () => {
    const [status] = await send(withUnknown(lists(BODY_NODES_MAX - 10)));
    expect(status).toBe(201);
  });

  it.each([
    ['more nodes', withUnknown(lists(BODY_NODES_MAX + 2)), 'has more than 200000 lists, objects, members and items'],
    ['more levels', withUnknown('['.repeat(BODY_DEPTH_MAX)), 'is nested more than 512 levels deep'],
    ['what is no JSON in the end', `${withUnknown(lists(BODY_NODES_MAX + 2))}]`, 'has more than 200000'],
  ])('with %s is refused', async (_, body, reason) => {
    const [status, text] = await send(body);
    expect([status, text]).toEqual([413, expect.stringContaining(reason)]);
  });

  it('may have much text', async () => {
    const [status] = await send(withUnknown(`"${'[{,:'.repeat(BODY_NODES_MAX)}"`));
    expect(status).toBe(201);
  });

  it('of callers without a credential has far less', async () => {
    const path = `/api/v1/kb/${PUBLISHED}/stream`;
    expect((await send(withUnknown(lists(ANONYMOUS_BODY_NODES_MAX - 10)), path, ''))[0]).toBe(200);
    const [status, text] = await send(withUnknown(lists(ANONYMOUS_BODY_NODES_MAX)), path, '');
    expect([status, text]).toEqual([413, expect.stringContaining('has more than 10000')]);
    expect((await send(withUnknown(lists(ANONYMOUS_BODY_NODES_MAX)), path, 'user'))[0]).toBe(200);
  });

  it('is refused while it comes', async () => {
    const { hostname, port } = new URL(gateway.origin);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    const head = `POST /api/v1/kb/${BOX}/notes HTTP/1.1\r\nHost: a\r\nX-SVC-SERVICEACCOUNT: Bearer writer\r\n`;
    socket.write(`${head}Content-Length: 8000000\r\n\r\n${withUnknown(lists(BODY_NODES_MAX + 2))}`);
    const answer = await new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(String(bytes))));
    socket.destroy();
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });
});
