import { build } from './build.mjs';

/** Workers, child processes and deployments run compiled code, so tests need the build. */
export default build;
