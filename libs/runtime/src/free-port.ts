import { once } from 'node:events';
import { createServer } from 'node:net';

/** An address that a process will listen on, and the setting that chose its port. */
export interface WantedPort {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly setting: 'HTTP_PORT' | 'HEALTH_PORT';
}

/**
 * Listens briefly, so that a process that cannot serve ends before it opens a database or prints a link.
 *
 * @throws Error naming the port and the setting when another program uses it; otherwise the error of `listen`
 */
export async function requireFreePort({ host, port, setting }: WantedPort): Promise<void> {
  if (port === 0) return;
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, 'listening');
  } catch (error) {
    throw isTaken(error) ? taken({ host, port, setting }) : error;
  }
  server.close();
  await once(server, 'close');
}

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

function taken({ port, setting }: WantedPort): Error {
  const other = port < 65_535 ? port + 1 : port - 1;
  return new Error(`port ${port} is taken by another program: set another one, as in ${setting}=${other} npm start`);
}
