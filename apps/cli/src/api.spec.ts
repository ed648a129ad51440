import { listTasks } from '@lectern/contracts/knowledge-box';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Api, UnreachableError } from './api';
import { CommandError, exitCodes } from './exit-code';

const credential = async () => ({ authorization: 'Bearer secret' });

/** What a call to a server ends with that answers every request so. */
async function callOf(status: number, text: string): Promise<unknown> {
  const server = createServer((_, response) => response.writeHead(status).end(text)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  const api = new Api({ origin: `http://127.0.0.1:${port}`, credential });
  const result = await api.call(listTasks, { query: {} }).catch((error: unknown) => error);
  server.close();
  server.closeAllConnections();
  return result;
}

describe('a call to the server', () => {
  it('is answered with what the server says', async () => {
    expect(await callOf(200, '{"tasks":[],"cursor":null}')).toEqual({ tasks: [], cursor: null });
  });

  it.each([
    [503, true],
    [429, true],
    [500, true],
    [404, false],
    [401, false],
  ])('that is answered with %d may succeed later: %s', async (status, isAway) => {
    const error = await callOf(status, '{"detail":"No"}');
    expect([error instanceof UnreachableError, error instanceof CommandError]).toEqual([isAway, true]);
    expect(error).toMatchObject({ exitCode: exitCodes.refused });
  });

  it.each([
    ['{"detail":"The box is gone"}', 'answered 404: The box is gone'],
    ['{"detail":[{"msg":"too long"}]}', 'answered 404: [{"msg":"too long"}]'],
    ['<h1>Not here</h1>', 'answered 404: <h1>Not here</h1>'],
    ['x'.repeat(2_000), `answered 404: ${'x'.repeat(500)}`],
  ])('that is refused with %.30s says why', async (text, message) => {
    const error = await callOf(404, text);
    expect(String(error)).toMatch(new RegExp(`${message.replace(/[[\]{}()<>/.?*+^$|\\]/g, '\\$&')}$`));
  });

  it('to a port where nobody listens says so, with the reason', async () => {
    const error = await new Api({ origin: 'http://127.0.0.1:1', credential })
      .call(listTasks, {})
      .catch((thrown: unknown) => thrown);
    expect(String(error)).toContain('http://127.0.0.1:1 cannot be reached: ');
    expect(error).toBeInstanceOf(UnreachableError);
  });
});
