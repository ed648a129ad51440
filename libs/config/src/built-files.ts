import { basename, join } from 'node:path';

const root = join(__dirname, '../../..');

/** What the build makes besides compiled code, whether this code is compiled or not. */
export const BUILT = basename(root) === 'dist' ? root : join(root, 'dist');
