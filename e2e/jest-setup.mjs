import { createRequire } from 'node:module';
import prepare from '../tools/jest-setup.mjs';
import { openSharedServers } from '../tools/jest-shared-servers.mjs';

/** Starts the deployments that all e2e specs share. */
export default async function setup() {
  await prepare();
  await openSharedServers();
  await createRequire(import.meta.url)('../dist/e2e/harness/setup.js').startDeployments();
}
