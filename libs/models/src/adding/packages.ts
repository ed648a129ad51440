import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '@lectern/contracts/core';

const TIMEOUT_MS = 15 * 60_000;
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';

interface Client {
  readonly name: RegExp;
  readonly program: string;
  readonly args: (name: string, folder: string) => readonly string[];
}

/** How the client of each registry downloads the archive of one package version without running any of its code. */
const clients: Readonly<Record<string, Client>> = {
  npm: {
    name: /^(@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*@\d[\w.+-]*$/,
    program: 'npm',
    args: (name, folder) => ['pack', name, '--silent', '--ignore-scripts', '--pack-destination', folder],
  },
  maven: {
    name: /^[\w.-]+:[\w.-]+:\d[\w.+-]*$/,
    program: 'mvn',
    args: (name, folder) => ['-q', '-B', COPY, `-Dartifact=${name}`, `-DoutputDirectory=${folder}`],
  },
  pypi: {
    name: /^[A-Za-z0-9][\w.-]*==\d[\w.+!-]*$/,
    program: 'python3',
    args: (name, folder) => ['-m', 'pip', 'download', '-q', '--no-deps', '--only-binary', ':all:', '-d', folder, name],
  },
};

/** `npm:NAME@VERSION`, `maven:GROUP:ARTIFACT:VERSION`, `pypi:NAME==VERSION`. */
export function isPackage(source: string): boolean {
  const [kind = '', name = ''] = splitAtFirst(source);
  return clients[kind]?.name.test(name) ?? false;
}

/**
 * Downloads the archive of a package.
 *
 * @param folder an empty one
 * @returns path of the archive
 * @throws AppError `unavailable`
 */
export async function fetchPackage(source: string, folder: string): Promise<string> {
  const [kind = '', name = ''] = splitAtFirst(source);
  const client = clients[kind];
  if (!client?.name.test(name)) throw new AppError('invalid_request', `${source} names no version of a package`);
  const options = { cwd: folder, timeout: TIMEOUT_MS };
  await promisify(execFile)(client.program, client.args(name, folder), options).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const reason = code === 'ENOENT' ? 'this program is not installed' : `it ended with ${String(code ?? 'a timeout')}`;
    throw new AppError('unavailable', `${source} cannot be fetched with ${client.program}: ${reason}`);
  });
  const [archive] = await readdir(folder);
  if (!archive) throw new AppError('unavailable', `${source} came without an archive`);
  return join(folder, archive);
}

function splitAtFirst(source: string): readonly string[] {
  const at = source.indexOf(':');
  return at < 0 ? [] : [source.slice(0, at), source.slice(at + 1)];
}
