import { createRequire } from 'node:module';
import { build } from '../tools/build.mjs';

/** Starts the deployments that all e2e specs share. */
export default async function setup() {
  await build();
  await createRequire(import.meta.url)('../dist/e2e/harness/setup.js').startDeployments();
}
