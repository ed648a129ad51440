import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from './process';

const PACKAGE = '@modelcontextprotocol/inspector-cli';
const PROGRAM_MS_MAX = 120_000;
const run = promisify(execFile);

/** The command line of the inspector of the Model Context Protocol. */
export class McpInspector {
  private constructor(private readonly folder: string) {}

  /** Lays it out as the inspector does: it reads a file two folders above itself, which its own package lacks. */
  static async install(): Promise<McpInspector> {
    const folder = await mkdtemp(join(tmpdir(), 'inspector-'));
    const modules = join(projectRoot, 'node_modules');
    await cp(join(modules, PACKAGE, 'build'), join(folder, 'cli/build'), { recursive: true });
    await cp(join(modules, PACKAGE, 'package.json'), join(folder, 'cli/package.json'));
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'inspector', version: '1.0.3' }));
    await symlink(join(modules, PACKAGE, 'node_modules'), join(folder, 'cli/node_modules'));
    await symlink(modules, join(folder, 'node_modules'));
    return new McpInspector(folder);
  }

  /**
   * The JSON that it prints.
   *
   * @throws Error with `stderr` where it fails
   */
  async inspect(url: string, headers: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<unknown> {
    const shown = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);
    const call = [join(this.folder, 'cli/build/index.js'), url, '--transport', 'http', ...args, ...shown];
    const { stdout } = await run(process.execPath, call, { timeout: PROGRAM_MS_MAX });
    return JSON.parse(stdout);
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
