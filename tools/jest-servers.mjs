import { createRequire } from 'node:module';
import prepare from './jest-setup.mjs';

/** Lets specs share servers; each is started when a spec asks for it. */
export default async function setup() {
  await prepare();
  const require = createRequire(import.meta.url);
  const { SharedServers } = require('../dist/libs/testing/src/servers/shared-servers.js');
  const { findOpenSearch, OpenSearchServer } = require('../dist/libs/testing/src/servers/opensearch.js');
  globalThis.sharedServers = await SharedServers.open({
    opensearch: () => OpenSearchServer.start(findOpenSearch()),
  });
}
