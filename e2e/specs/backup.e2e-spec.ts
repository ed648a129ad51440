import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { EmbeddedPostgres } from '@lectern/database';
import { describeUnless, serversFolder } from '@lectern/testing';
import { Client as Database } from 'pg';
import { Client, type KnowledgeBoxClient } from '../harness/client';
import { lectern } from '../harness/command-line';
import { pdfOf } from '../harness/files';
import { projectRoot } from '../harness/process';
import { Standalone, temporaryFolder } from '../harness/standalone';

const tools = join(serversFolder(), 'postgres-tools');
const missing = existsSync(join(tools, 'pg_dump'))
  ? undefined
  : 'no pg_dump of version 18: node tools/servers.mjs postgres-tools';

interface ScriptResult {
  readonly code: number;
  readonly output: string;
}

/** Runs a script of deploy/backup. */
function script(name: string, folder: string, env: Readonly<Record<string, string>>): Promise<ScriptResult> {
  const path = `${tools}${delimiter}${process.env['PATH'] ?? ''}`;
  const options = { env: { PATH: path, LD_LIBRARY_PATH: tools, ...env }, timeout: 60_000 };
  return new Promise((resolve) => {
    execFile(join(projectRoot, 'deploy/backup', name), [folder], options, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: `${stdout}${stderr}` });
    });
  });
}

describeUnless(missing, 'a backup', () => {
  const pdf = pdfOf(['The lighthouse of Ushant was lit in 1700.']);
  let place: string;
  let postgres: EmbeddedPostgres;
  let running: Standalone | undefined;
  let root: Client;
  let kb: KnowledgeBoxClient;

  beforeAll(async () => {
    place = await temporaryFolder();
    await chmod(place, 0o711);
    postgres = await EmbeddedPostgres.start({ folder: join(place, 'postgres') });
    const { uuid } = await filled();
    expect(await backup('first')).toMatchObject({ code: 0 });
    await kb.createResource({ texts: { a: { body: 'The buoy was laid after the backup.' } } }, { wait: 'embedded' });
    expect(await kb.download(uuid, file.field)).toEqual(pdf);
    await running?.stop();
  });

  afterAll(async () => {
    await running?.stop();
    await postgres?.stop();
    await rm(place, { recursive: true, force: true });
  });

  const envOf = (name: string) => ({ DATABASE_URL: postgres.urlOf(name), BLOB_DIR: join(place, `${name}-blobs`) });
  const backup = (name: string) => script('backup.sh', join(place, 'backup'), envOf(name));
  const restore = (name: string) => script('restore.sh', join(place, 'backup'), envOf(name));

  async function start(name: string): Promise<void> {
    const SECRETS_KEY = 'of-this-test-alone-and-long-enough-0123';
    running = await Standalone.start({ dataDir: join(place, name), env: { ...envOf(name), SECRETS_KEY } });
    root = new Client(running.origin, { authorization: `Bearer ${running.token}` });
  }

  async function createDatabase(name: string): Promise<void> {
    const database = new Database({ connectionString: postgres.url });
    await database.connect();
    await database.query(`create database ${name}`);
    await database.end();
  }

  let file = { uuid: '', field: '' };

  async function filled(): Promise<{ uuid: string }> {
    await createDatabase('first');
    await start('first');
    kb = await root.createKnowledgeBox();
    await kb.createResource({ texts: { a: { body: 'The pilot knows every rock.' } } }, { wait: 'embedded' });
    const uuid = await kb.upload(pdf, { filename: 'lights.pdf', contentType: 'application/pdf' });
    await kb.untilProcessed(uuid);
    await kb.untilEmbedded(uuid);
    const resource = await kb.resource(uuid, { show: ['values'] });
    file = { uuid, field: Object.keys(resource.data?.files ?? {})[0] ?? '' };
    return file;
  }

  it('has every blob, and a dump that can be checked', async () => {
    const sums = await readFile(join(place, 'backup/SHA256SUMS'), 'utf8');
    expect(sums).toMatch(/^[0-9a-f]{64} {2}database\.dump\n$/);
    expect(existsSync(join(place, 'backup/blobs/kb', kb.id))).toBe(true);
    expect(existsSync(join(place, 'backup/database.dump.new'))).toBe(false);
  });

  it('is not put over a database in use, nor put back when it is damaged', async () => {
    expect(await restore('first')).toMatchObject({ code: 1, output: expect.stringContaining('into an empty one') });
    const dump = join(place, 'backup/database.dump');
    const whole = await readFile(dump);
    await writeFile(dump, whole.subarray(0, -100));
    await createDatabase('damaged');
    expect((await restore('damaged')).output).toContain('database.dump: FAILED');
    expect(existsSync(envOf('damaged').BLOB_DIR)).toBe(false);
    await writeFile(dump, whole);
  });

  it('says what is missing instead of doing half', async () => {
    const { DATABASE_URL } = envOf('first');
    expect(await script('backup.sh', join(place, 'none'), { DATABASE_URL })).toMatchObject({
      code: 2,
      output: 'BLOB_DIR or S3_BUCKET is not set\n',
    });
    await mkdir(join(place, 'blobs-only'), { recursive: true });
    const away = { ...envOf('first'), DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' };
    expect((await script('backup.sh', join(place, 'blobs-only'), away)).code).not.toBe(0);
    expect(existsSync(join(place, 'blobs-only/database.dump'))).toBe(false);
  });

  it('becomes a zone that answers as before, once its indexes are rebuilt', async () => {
    await createDatabase('second');
    expect(await restore('second')).toMatchObject({ code: 0, output: expect.stringContaining('index rebuild') });
    await start('second');
    kb = kb.as(root);

    const env = { LECTERN_URL: root.origin, LECTERN_TOKEN: running?.token ?? '' };
    expect(await lectern(['index', 'rebuild'], env)).toMatchObject({ code: 0 });
    expect(await lectern(['index', 'verify'], env)).toMatchObject({ code: 0 });

    expect((await kb.foundTexts({ query: 'lighthouse' })).join()).toContain('lit in 1700');
    expect((await kb.foundTexts({ query: 'who knows rocks', features: ['semantic'] })).join()).toContain('every rock');
    expect(await kb.foundTexts({ query: 'buoy', features: ['keyword'] })).toEqual([]);
    expect(await kb.download(file.uuid, file.field)).toEqual(pdf);
    const later = await kb.createResource({ texts: { a: { body: 'A fog horn sounds.' } } }, { wait: 'embedded' });
    expect(later).not.toBe(file.uuid);
    expect((await kb.foundTexts({ query: 'fog horn' })).join()).toContain('fog horn');
  });
});
