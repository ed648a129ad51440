import { createRequire } from 'node:module';
import { closeSharedServers } from '../tools/jest-shared-servers.mjs';

export default async function teardown() {
  await createRequire(import.meta.url)('../dist/e2e/harness/setup.js').stopDeployments();
  await closeSharedServers();
}
