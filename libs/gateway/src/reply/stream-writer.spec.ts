import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { writePieces } from './stream-writer';

const MIB = 'x'.repeat(1024 * 1024);

/** Reaction of a server to a client that sends a request and then only keeps its connection. */
async function withIdleClient<T>(answer: (response: ServerResponse) => Promise<T>): Promise<T> {
  const outcome = Promise.withResolvers<T>();
  const server = createServer((_, response) => void answer(response).then(outcome.resolve, outcome.reject));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // Address of a server that listens on a port.
  const { port } = server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1', () => client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')).pause();
  client.on('error', () => undefined);
  try {
    return await outcome.promise;
  } finally {
    client.destroy();
    server.close();
  }
}

describe('writing to a client', () => {
  it('ends when the client takes nothing for too long, and pulls no further', async () => {
    let pulled = 0;
    async function* pieces() {
      for (;;) {
        pulled += 1;
        yield MIB;
      }
    }
    const written = await withIdleClient((response) => writePieces(response, pieces(), 200));
    expect([written, pulled < 1_000]).toEqual([false, true]);
  });

  it('waits for pieces however long they take', async () => {
    async function* pieces() {
      yield 'a';
      await new Promise((done) => setTimeout(done, 100));
      yield 'b';
    }
    expect(await withIdleClient((response) => writePieces(response, pieces(), 20))).toBe(true);
  });
});
