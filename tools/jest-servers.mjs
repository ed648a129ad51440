import { createRequire } from 'node:module';
import { build } from './build.mjs';

/** Lets specs share servers; each is started when a spec asks for it. */
export default async function setup() {
  await build();
  const require = createRequire(import.meta.url);
  const { SharedServers } = require('../dist/libs/testing/src/servers/shared-servers.js');
  const { findOpenSearch, OpenSearchServer } = require('../dist/libs/testing/src/servers/opensearch.js');
  globalThis.sharedServers = await SharedServers.open({
    opensearch: () => OpenSearchServer.start(findOpenSearch()),
  });
}
