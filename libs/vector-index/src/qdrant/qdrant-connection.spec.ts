import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { QdrantConnection } from './qdrant-connection';

describe('A connection to Qdrant', () => {
  let server: Server;
  let asked: number;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;

  beforeEach(async () => {
    asked = 0;
    server = createServer((request, response) => {
      asked += 1;
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterEach(() => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()));

  const connect = (path = '') => {
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    return new QdrantConnection({ url: `http://127.0.0.1:${port}${path}`, apiKey: 'key', timeoutMs: 5_000 });
  };

  const count = () => connect().write((api, init) => api.countPoints({ collection_name: 'some' }, init));

  const well = (response: ServerResponse) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ result: { count: 7 } }));

  it('that is closed when it is used is taken again', async () => {
    answer = (request, response) => (asked === 1 ? void request.socket.destroy() : void well(response));
    expect([await count(), asked]).toEqual([{ count: 7 }, 2]);
  });

  it('that is closed every time is reported after three attempts', async () => {
    answer = (request) => void request.socket.destroy();
    await expect(count()).rejects.toMatchObject({ code: 'unavailable' });
    expect(asked).toBe(3);
  });

  it('is not used again after an answer, good or bad', async () => {
    answer = (_, response) => void response.writeHead(500, { 'content-type': 'application/json' }).end('{}');
    await expect(count()).rejects.toMatchObject({ code: 'unavailable' });
    expect(asked).toBe(1);
  });

  describe('that is given a body', () => {
    const post = (path?: string) => {
      const connection = connect(path);
      return connection.read(connection.posting('/points', '{"ids":[1]}'));
    };

    it('sends it with the key, below the path of the address', async () => {
      const seen: unknown[] = [];
      answer = (request, response) => {
        seen.push(request.method, request.url, request.headers['api-key'], request.headers['content-type']);
        request.on('data', (data: Buffer) => seen.push(String(data))).on('end', () => well(response));
      };
      expect(await post('/below/')).toEqual({ count: 7 });
      expect(seen).toEqual(['POST', '/below/points', 'key', 'application/json', '{"ids":[1]}']);
    });

    it('takes a closed connection again', async () => {
      answer = (request, response) => (asked === 1 ? void request.socket.destroy() : void well(response));
      expect([await post(), asked]).toEqual([{ count: 7 }, 2]);
    });

    it.each([
      [404, '{"status":{"error":"No such collection"}}', 'not_found', 'No such collection'],
      [401, 'Must provide an API key', 'unavailable', 'Qdrant refuses the key'],
      [500, '{"status":{"error":"No space left on device"}}', 'storage_full', 'no room left'],
      [502, '<html>bad gateway</html>', 'unavailable', 'Qdrant failed'],
    ])('tells of status %i in our terms', async (status, body, code, message) => {
      answer = (_, response) => void response.writeHead(status).end(body);
      await expect(post()).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
    });

    it('gives up when nobody waits for the answer any more', async () => {
      const caller = new AbortController();
      answer = () => caller.abort();
      const connection = connect();
      const waiting = connection.read(connection.posting('/points', '{}'), caller.signal);
      await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
      expect(asked).toBe(1);
    });
  });
});
