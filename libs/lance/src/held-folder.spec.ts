import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HeldFolder } from './held-folder';

describe('HeldFolder', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'held-'));
    path = join(folder, 'table');
    await mkdir(path);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is the same while files come and go in it', async () => {
    const held = await HeldFolder.hold(path);
    await writeFile(join(path, 'rows'), '');
    expect(await held?.isSame()).toBe(true);
    await rm(join(path, 'rows'));
    expect(await held?.isSame()).toBe(true);
    await held?.close();
  });

  it('is another one after its folder was made again, however often', async () => {
    for (let time = 0; time < 50; time += 1) {
      const held = await HeldFolder.hold(path);
      await rm(path, { recursive: true });
      expect(await held?.isSame()).toBe(false);
      await mkdir(path);
      expect(await held?.isSame()).toBe(false);
      await held?.close();
    }
  });

  it('is another one after its folder was moved away, and is not known after it was given up', async () => {
    const held = await HeldFolder.hold(path);
    await rename(path, `${path}.damaged`);
    expect(await held?.isSame()).toBe(false);
    await rename(`${path}.damaged`, path);
    expect(await held?.isSame()).toBe(true);
    await held?.close();
    expect(await held?.isSame()).toBe(false);
  });

  it('is none where there is no folder', async () => {
    expect(await HeldFolder.hold(join(folder, 'none'))).toBeUndefined();
  });
});
