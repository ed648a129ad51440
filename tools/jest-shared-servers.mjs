import { createRequire } from 'node:module';

/** Servers that specs of a run share, and how many projects of the run have opened them. */
const shared = (globalThis.sharedServers ??= { users: 0 });

/** Lets specs and deployments share servers; each is started when somebody asks for it. Needs the build. */
export async function openSharedServers() {
  shared.users += 1;
  if (shared.users > 1) return;
  const require = createRequire(import.meta.url);
  const { SharedServers } = require('../dist/libs/testing/src/servers/shared-servers.js');
  const { findOpenSearch, OpenSearchServer } = require('../dist/libs/testing/src/servers/opensearch.js');
  shared.servers = await SharedServers.open({ opensearch: () => OpenSearchServer.start(findOpenSearch()) });
}

/** Stops them when no project uses them. */
export async function closeSharedServers() {
  shared.users -= 1;
  if (shared.users === 0) await shared.servers?.close();
}
