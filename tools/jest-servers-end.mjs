export { closeSharedServers as default } from './jest-shared-servers.mjs';
