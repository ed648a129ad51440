import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import data from './images.json';

/** Tells the processes of a run for which servers Docker has images. */
const variable = 'LECTERN_SERVER_IMAGES';
const answerTimeoutMs = 5_000;

/** Images with exact tags, by the name of the equivalent program. */
const images: Readonly<Record<string, string>> = data;

/**
 * The socket of a Docker engine on this machine; undefined without one. Containers of a
 * remote engine could not be reached at this machine's ports.
 */
export function dockerSocket(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const host = environment['DOCKER_HOST'] || 'unix:///var/run/docker.sock';
  if (!host.startsWith('unix://')) return undefined;
  const path = host.slice('unix://'.length);
  return statSync(path, { throwIfNoEntry: false })?.isSocket() ? path : undefined;
}

/** The image of a server, if `lookForImages` found it in Docker. */
export function dockerImage(name: string, environment: NodeJS.ProcessEnv = process.env): string | undefined {
  return (environment[variable] ?? '').split(' ').includes(name) ? images[name] : undefined;
}

/**
 * Notes the servers for which Docker has images: from then on, this process and its children run them as containers.
 * Without a socket it only checks for the socket; later calls do nothing.
 *
 * @returns a message when Docker exists but cannot be used for all servers
 */
export async function lookForImages(): Promise<string | undefined> {
  if (process.env[variable] !== undefined || dockerSocket() === undefined) return undefined;
  process.env[variable] = '';
  try {
    const held = await within(answerTimeoutMs, heldImages());
    process.env[variable] = held.join(' ');
    const missing = Object.entries(images).filter(([name]) => !held.includes(name));
    if (missing.length === 0) return undefined;
    return `Docker has no ${missing.map(([, image]) => image).join(', ')}: programs are used, where there are any`;
  } catch (error) {
    return `Docker cannot be used (${error instanceof Error ? error.message : String(error)}): programs are`;
  }
}

async function heldImages(): Promise<readonly string[]> {
  const { getContainerRuntimeClient, ImageName } = await import('testcontainers');
  const { image } = await getContainerRuntimeClient();
  const held = await Promise.all(
    Object.entries(images).map(async ([name, tag]) => ((await image.exists(ImageName.fromString(tag))) ? [name] : [])),
  );
  return held.flat();
}

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const late = sleep(timeoutMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`no answer in ${timeoutMs} ms`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    late.catch(() => undefined);
    timer.abort();
  }
}
