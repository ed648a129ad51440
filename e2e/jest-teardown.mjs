import { createRequire } from 'node:module';

export default async function teardown() {
  await createRequire(import.meta.url)('../dist/e2e/harness/setup.js').stopDeployments();
}
