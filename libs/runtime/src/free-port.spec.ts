import { once } from 'node:events';
import { createServer } from 'node:net';
import { requireFreePort } from './free-port';
import { startFailure } from './start-failure';

const host = '127.0.0.1';

async function taken(): Promise<{ readonly port: number; readonly end: () => void }> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not a port');
  return { port: address.port, end: () => server.close() };
}

describe('a port that a process will listen on', () => {
  it.each(['HTTP_PORT', 'HEALTH_PORT'] as const)(
    'is refused by name of %s when another program has it',
    async (setting) => {
      const { port, end } = await taken();
      try {
        const error = await requireFreePort({ host, port, setting }).catch((reason: unknown) => reason);
        const said = startFailure(error, { dataDir: '/data', healthPort: 0 });
        expect(said).toBe(
          `Lectern cannot start: port ${port} is taken by another program: set another one, as in ${setting}=${port + 1} npm start`,
        );
      } finally {
        end();
      }
    },
  );

  it('is free again afterwards', async () => {
    const { port, end } = await taken();
    end();
    await requireFreePort({ host, port, setting: 'HTTP_PORT' });
    await requireFreePort({ host, port, setting: 'HTTP_PORT' });
  });

  it('may be any', async () => {
    await expect(requireFreePort({ host, port: 0, setting: 'HTTP_PORT' })).resolves.toBeUndefined();
  });

  it('is not on an address of another machine', async () => {
    await expect(requireFreePort({ host: '203.0.113.7', port: 8080, setting: 'HTTP_PORT' })).rejects.toThrow(
      /EADDRNOTAVAIL/,
    );
  });
});
