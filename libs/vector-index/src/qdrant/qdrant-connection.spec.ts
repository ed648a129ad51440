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

  const count = () => {
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const connection = new QdrantConnection({ url: `http://127.0.0.1:${port}`, timeoutMs: 5_000 });
    return connection.write((api, init) => api.countPoints({ collection_name: 'some' }, init));
  };

  const well = (response: ServerResponse) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ result: { count: 7 } }));

  it('that is closed when it is used is taken anew', async () => {
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
});
