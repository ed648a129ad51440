import prepare from './jest-setup.mjs';
import { openSharedServers } from './jest-shared-servers.mjs';

export default async function setup() {
  await prepare();
  await openSharedServers();
}
