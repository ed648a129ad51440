import { createRequire } from 'node:module';
import { build } from './build.mjs';

/**
 * Workers, child processes and deployments run compiled code, so tests need the build; and they take servers from
 * Docker when it has them.
 */
export default async function setup() {
  await build();
  const { lookForImages } = createRequire(import.meta.url)('../dist/libs/testing/src/servers/docker.js');
  const note = await lookForImages();
  if (note) process.stderr.write(`${note}\n`);
}
