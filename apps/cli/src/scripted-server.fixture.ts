import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { runCommandLine } from './command-line';
import { commands } from './commands';

/** A request that the server got. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly token: string;
  readonly body: unknown;
}

/**
 * Answers of a server, one after the other: JSON, a text as it is, or a number, the status of a refusal. The last one
 * is repeated.
 */
export class ScriptedServer {
  readonly asked: Asked[] = [];
  url = '';

  constructor(private readonly server: Server) {}

  static async start(...said: unknown[]): Promise<ScriptedServer> {
    const server = createServer();
    const scripted = new ScriptedServer(server);
    server.on('request', async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString();
      const { method = '', url: path = '', headers } = request;
      const body: unknown = text === '' ? undefined : JSON.parse(text);
      scripted.asked.push({ method, path, token: String(headers.authorization), body });
      const next = said.length > 1 ? said.shift() : said[0];
      response.statusCode = typeof next === 'number' ? next : 200;
      const value = typeof next === 'number' ? { detail: 'No' } : next;
      response.end(typeof value === 'string' ? value : JSON.stringify(value));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    scripted.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    return scripted;
  }

  async run(...args: string[]) {
    const result = await run(args, { LECTERN_URL: this.url, LECTERN_TOKEN: 'secret' });
    this.server.close();
    this.server.closeAllConnections();
    return result;
  }
}

/** Runs `lectern` in this process. */
export async function run(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  signal = new AbortController().signal,
) {
  const [out, err]: [string[], string[]] = [[], []];
  const terminal = (lines: string[]) => ({ write: (text: string) => lines.push(text) });
  const code = await runCommandLine(args, { commands, env, stdout: terminal(out), stderr: terminal(err), signal });
  return { code, stdout: out.join(''), stderr: err.join('') };
}
