import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TablePlace } from './table-place';

describe('TablePlace', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'place-'));
    path = join(folder, 'table');
    await mkdir(path);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is the same while files come and go in it', async () => {
    const place = await TablePlace.hold(path);
    await writeFile(join(path, 'rows'), '');
    expect(await place?.isSame()).toBe(true);
    await rm(join(path, 'rows'));
    expect(await place?.isSame()).toBe(true);
    await place?.close();
  });

  it('is another one after its folder was made again, however often', async () => {
    for (let time = 0; time < 50; time += 1) {
      const place = await TablePlace.hold(path);
      await rm(path, { recursive: true });
      expect(await place?.isSame()).toBe(false);
      await mkdir(path);
      expect(await place?.isSame()).toBe(false);
      await place?.close();
    }
  });

  it('is another one after its folder was moved away, and is not known after it was given up', async () => {
    const place = await TablePlace.hold(path);
    await rename(path, `${path}.damaged`);
    expect(await place?.isSame()).toBe(false);
    await rename(`${path}.damaged`, path);
    expect(await place?.isSame()).toBe(true);
    await place?.close();
    expect(await place?.isSame()).toBe(false);
  });

  it('is none where there is no folder', async () => {
    expect(await TablePlace.hold(join(folder, 'none'))).toBeUndefined();
  });
});
