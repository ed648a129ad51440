import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { dockerImage } from './docker';

/** Source of a test server: a running server, a container, a program to start, or the reason why there is none. */
export type FoundServer = { readonly url: string } | { readonly image: string } | FoundProgram;
export type FoundProgram = { readonly binary: string } | { readonly missing: string };

/**
 * The server of the variable, else an image in Docker, else a binary on the PATH, else a binary in `.cache/servers` of
 * the checkout.
 *
 * @param name of the binary, and of the server in `tools/servers/`
 */
export function findServer(name: string, variable: string, environment: NodeJS.ProcessEnv = process.env): FoundServer {
  const url = environment[variable];
  if (url) return { url };
  const image = dockerImage(name, environment);
  if (image) return { image };
  const found = findProgram(name, environment);
  return 'binary' in found ? found : { missing: `${found.missing}, or set ${variable}` };
}

/** A binary on the PATH, else in `.cache/servers` of the checkout. */
export function findProgram(name: string, environment: NodeJS.ProcessEnv = process.env): FoundProgram {
  const folders = (environment['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const binary = [...folders, serversFolder()].map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (binary) return { binary };
  return { missing: `no ${name}: put one on the PATH, or run \`node tools/servers.mjs ${name}\`` };
}

/** The folder of the programs that `tools/servers.mjs` downloads. */
export function serversFolder(): string {
  return join(checkout(__dirname), '.cache', 'servers');
}

function checkout(folder: string): string {
  if (existsSync(join(folder, 'package-lock.json')) || dirname(folder) === folder) return folder;
  return checkout(dirname(folder));
}
