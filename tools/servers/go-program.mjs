// A program that is built from the Go proxy, whose checksums Go verifies.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Puts the program of a package at `target`, unless it is there.
 *
 * @param source import path with version; the last part of the path is the program's name
 */
export async function goProgram(source, target, { timeoutMs }) {
  const stamp = `${target}.version`;
  if (existsSync(target) && existsSync(stamp) && (await readFile(stamp, 'utf8')) === source)
    return `${target} is there`;
  const place = await mkdtemp(join(dirname(target), 'go-'));
  try {
    const env = { ...process.env, GOBIN: place, CGO_ENABLED: '0' };
    await promisify(execFile)('nice', ['go', 'install', '-ldflags=-s -w', source], { env, timeout: timeoutMs });
    await rename(join(place, basename(source.split('@')[0])), target);
    await writeFile(stamp, source);
    return `${target} from ${source}`;
  } catch (error) {
    throw new Error(
      `${source} cannot be built: ${String(error.stderr || error.message)
        .trim()
        .split('\n')
        .at(-1)}`,
    );
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
