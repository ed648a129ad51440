import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { describeUnless, freePort } from '@lectern/testing';
import { answerText, Client } from '../harness/client';
import { lectern as commandLine } from '../harness/command-line';
import { runningModes } from '../harness/modes';
import { AppProcess, projectRoot } from '../harness/process';

const START_MS_MAX = 120_000;
/** What the launcher takes from a system; the rest of the machine is out of reach. */
const PROGRAMS = ['dirname', 'readlink'];
const bin = '/usr/bin';

function missing(): string | undefined {
  if (!runningModes().includes('standalone')) return 'E2E_MODES leaves standalone out';
  if (spawnSync('tar', ['--version']).status !== 0) return 'there is no tar';
  return PROGRAMS.every((name) => existsSync(join(bin, name))) ? undefined : `${bin} has not ${PROGRAMS.join(', ')}`;
}

const unwanted = /^dist\/.*\.spec\.|node_modules\/(?!@types\/).*\.(d\.ts|map)$|node_modules\/jest\//;

describeUnless(missing(), 'the packed folder, on a machine with nothing installed', () => {
  let folder: string;
  let lectern: string;
  let env: Readonly<Record<string, string>>;

  jest.setTimeout(4 * START_MS_MAX);

  beforeAll(async () => {
    await mkdir(join(projectRoot, '.cache'), { recursive: true });
    // On the disk: it is large, and files of tests lie in memory.
    folder = await mkdtemp(join(projectRoot, '.cache/pack-'));
    const { status, stderr } = spawnSync(process.execPath, ['tools/pack.mjs', folder], {
      cwd: projectRoot,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
    await unpack(join(folder, `lectern-${process.platform}-${process.arch}.tar.zst`), createZstdDecompress(), folder);
    await unpack(join(folder, 'lectern-cli.tgz'), createGunzip(), folder);
    lectern = join(folder, `lectern-${process.platform}-${process.arch}`, 'lectern');
    await mkdir(join(folder, 'bin'));
    for (const name of PROGRAMS) await symlink(join(bin, name), join(folder, 'bin', name));
    env = { PATH: join(folder, 'bin'), HOME: join(folder, 'home') };
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Runs the package for npx. */
  const alone = (args: readonly string[], more?: Readonly<Record<string, string>>) =>
    commandLine(args, { ...env, ...more }, join(folder, 'package/main.js'));

  it('holds what runs, without tests, sources of types or maps of packages', async () => {
    const all = await readdir(join(lectern, '..'), { recursive: true });
    expect(all.filter((name) => unwanted.test(name))).toEqual([]);
    expect(all).toEqual(expect.arrayContaining(['LICENSE', 'node', 'dist/apps/standalone/main.js', 'models']));
  });

  it('starts, answers from an uploaded text, and stops', async () => {
    const port = String(await freePort());
    const app = AppProcess.startBare(lectern, ['start'], { ...env, HTTP_PORT: port, LOG_LEVEL: 'warn' });
    try {
      const origin = `http://127.0.0.1:${port}`;
      await app.until(() => isReady(origin), START_MS_MAX);
      const [token = ''] = /eyJ\S+/.exec(app.printed) ?? [];
      const kb = await new Client(origin, { authorization: `Bearer ${token}` }).createKnowledgeBox();
      const text = { body: 'The moon pulls the sea.' };
      await kb.createResource({ title: 'Tides', texts: { a: text } }, { wait: 'embedded' });
      expect(answerText(await kb.ask({ query: 'What pulls the sea?' }))).toContain('moon');
      const found = await alone(['search', 'sea', '--kb', kb.id], { LECTERN_URL: origin, LECTERN_TOKEN: token });
      expect(found).toMatchObject({ code: 0, stdout: expect.stringContaining('The moon pulls the sea.') });
      expect(await app.stop()).toBe(0);
    } finally {
      if (app.running) await app.stop();
    }
  });

  it('comes with the command line as a package for npx, which needs only Node', async () => {
    const read = (path: string): Record<string, unknown> => JSON.parse(readFileSync(path, 'utf8'));
    const { version } = read(join(projectRoot, 'package.json'));
    const manifest = read(join(folder, 'package/package.json'));
    expect(manifest).toMatchObject({ name: 'lectern', version, bin: 'main.js' });
    expect(manifest).not.toHaveProperty('dependencies');
    expect(await alone(['--version'])).toMatchObject({ code: 0, stdout: `${String(version)}\n` });
    // Commands whose parts are loaded when they are needed.
    expect((await alone(['completion', 'bash'])).stdout).toContain('lectern complete --');
    const [notes, away] = [join(folder, 'notes'), { LECTERN_URL: `http://127.0.0.1:${await freePort()}` }];
    await mkdir(notes);
    await writeFile(join(notes, '.lecternignore'), '*.log\n');
    for (const name of ['a.txt', 'b.log']) await writeFile(join(notes, name), 'Text');
    const dry = await alone(['upload', notes, '--dry-run']);
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining('1 file would be uploaded') });
    expect(await alone(['login'], away)).toMatchObject({ code: 3, stderr: expect.stringContaining('ECONNREFUSED') });
    const models = await alone(['models', 'list']);
    expect(models).toMatchObject({ code: 2, stderr: expect.stringContaining('This is the command line alone') });
  });

  it('has the command line', async () => {
    const app = AppProcess.startBare(lectern, ['models', 'list'], env);
    expect(await app.ended(START_MS_MAX)).toBe(0);
    expect(app.printed).toMatch(/^minilm-l6: embedding, 384 dimensions; .*checksums match$/m);
  });
});

async function unpack(archive: string, decompress: Transform, folder: string): Promise<void> {
  // Through a file: tar may end before it has taken all that follows the last entry.
  const tar = `${archive}.tar`;
  await pipeline(createReadStream(archive), decompress, createWriteStream(tar));
  const { status, stderr } = spawnSync('tar', ['--extract', '--directory', folder, '--file', tar], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  await rm(tar);
}

async function isReady(origin: string): Promise<boolean> {
  return fetch(`${origin}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}
