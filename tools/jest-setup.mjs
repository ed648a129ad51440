import { build } from './build.mjs';

/** Workers and child processes run compiled code, so tests need the build. */
export default build;
