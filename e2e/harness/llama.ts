import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { projectRoot } from './process';

const folder = join(projectRoot, '.cache/llama');

/** Why no real model can be asked; undefined when one can. */
export const noLlama = existsSync(join(folder, 'packages')) ? undefined : 'no model: run `node tools/llama.mjs`';

/** A server of the chat completions protocol with a small real model. */
export class LlamaServer {
  private constructor(
    private readonly child: ChildProcess,
    readonly baseUrl: string,
  ) {}

  static async start(): Promise<LlamaServer> {
    const script = join(projectRoot, 'e2e/harness/llama-server.mjs');
    const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout });
    const ended = once(child, 'exit').then(() => {
      throw new Error('The model server did not start');
    });
    ended.catch(() => undefined);
    const [port]: string[] = await Promise.race([once(lines, 'line'), ended]);
    return new LlamaServer(child, `http://127.0.0.1:${port}/v1`);
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    if (this.child.exitCode === null && this.child.kill('SIGKILL')) await ended;
  }
}
