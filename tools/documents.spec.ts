import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './tidy/workspace';

describe('generated documents', () => {
  it('are what `npm run docs` would write', () => {
    const generators = join(root, 'dist/tools/generators/main.js');
    const { stdout } = spawnSync(process.execPath, [generators, '--check'], { cwd: root, encoding: 'utf8' });
    expect(stdout).toBe('');
  });
});
