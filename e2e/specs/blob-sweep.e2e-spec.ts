import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { createBackup, startExport, sweepBlobs } from '@lectern/contracts/knowledge-box';
import { blobsBelow } from '../harness/blob-files';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import { lectern } from '../harness/command-line';
import { asRole } from '../harness/credentials';
import { inDatabase } from '../harness/database';
import { asNuaClient, processed } from '../harness/processing';
import { Standalone, temporaryFolder } from '../harness/standalone';
import { untilExported } from '../harness/transfers';

const OLD = new Date(Date.now() - 25 * 3_600_000);
const FIXTURES = 'libs/extraction/src/fixtures';

describe('the sweep of files that nothing names, standalone', () => {
  let folder: string;
  let standalone: Standalone;
  let kb: KnowledgeBoxClient;
  let named: readonly string[];

  beforeAll(async () => {
    folder = await temporaryFolder();
    standalone = await Standalone.start({ dataDir: folder });
    kb = await new Client(standalone.origin, { authorization: `Bearer ${standalone.token}` }).createKnowledgeBox();
    await storeEveryKind();
    await age(await blobsBelow(folder));
    named = await keys();
  }, 180_000);
  afterAll(async () => {
    await standalone.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const run = (...args: string[]) => lectern(args, { LECTERN_URL: standalone.origin, LECTERN_TOKEN: standalone.token });
  const keys = async () => (await blobsBelow(folder)).map((path) => relative(join(folder, 'blobs'), path)).sort();
  const age = async (paths: readonly string[]) => {
    for (const path of paths) await utimes(path, OLD, OLD);
  };
  const pathOf = (key: string) => join(folder, 'blobs', key);
  const put = async (key: string, content: string) => {
    await mkdir(dirname(pathOf(key)), { recursive: true });
    await writeFile(pathOf(key), content);
    return key;
  };

  /** A file of every kind that rows name. */
  async function storeEveryKind(): Promise<void> {
    const pdf = await readFile(join(FIXTURES, 'guide.pdf'));
    const bytes = Buffer.from('An attachment about lighthouses.');
    const [payload, md5] = [bytes.toString('base64'), createHash('md5').update(bytes).digest('hex')];
    const attachment = { content_type: 'text/plain', filename: 'a.txt', payload, md5 };
    const content = { text: 'Look at this.', attachments: [attachment] };
    const rids = [
      await kb.upload(pdf, { filename: 'guide.pdf', contentType: 'application/pdf' }),
      await kb.createResource({ files: { inline: { file: { filename: 'b.txt', payload } } } }),
      await kb.createResource({ conversations: { talk: { messages: [{ ident: '1', content }] } } }),
    ];
    for (const rid of rids) await kb.untilProcessed(rid);
    const half = { 'tus-resumable': '1.0.0', 'upload-length': '20' };
    const { headers } = await kb.client.send('POST', `${kb.path}/tusupload`, {
      headers: { ...half, 'upload-metadata': `filename ${Buffer.from('half.txt').toString('base64')}` },
    });
    const patch = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    const begun = await kb.client.send('PATCH', headers.get('location') ?? '', {
      raw: Buffer.from('half of it'),
      headers: patch,
    });
    expect(begun.status).toBeLessThan(300);
    const { export_id } = await kb.api(startExport);
    await untilExported(kb, export_id);
    await kb.api(createBackup, { body: { kb_id: kb.id } });
    const nua = await asNuaClient(kb);
    const token = await nua.send('POST', '/processing/upload', { raw: pdf, headers: { 'x-filename': 'guide.pdf' } });
    await processed(nua, { filefield: { letter: String(token.body) } });
    const asked = await kb.client.send('POST', `${kb.path}/activity/search/query/download`, {
      body: { year_month: new Date().toISOString().slice(0, 7), show: ['question'], filters: {} },
    });
    expect(asked.status).toBeLessThan(300);
    const folders = ['upload', 'file', 'generated', 'export', 'activity', 'backup', 'processing'];
    const isThere = async () => {
      const there = await keys();
      return folders.every((one) => there.some((key) => key.split('/')[2] === one)) || undefined;
    };
    await until(isThere, 'a file of every kind is there', 60_000).catch(async () =>
      expect((await keys()).map((key) => key.split('/')[2])).toEqual(folders),
    );
  }

  it('finds none among files that rows name, however old they are', async () => {
    expect(await run('blobs', 'sweep', '--dry-run')).toMatchObject({
      code: 0,
      stdout: `${named.length} files examined: 0 files that nothing names\n`,
    });
    const page = await kb.client.api.call(sweepBlobs, { body: { dry_run: true } });
    expect(page).toMatchObject({ examined: named.length, unnamed: [] });
    const last = await kb.client.api.call(sweepBlobs, { body: { dry_run: true, cursor: page.cursor } });
    expect(last).toEqual({ examined: 0, unnamed: [], cursor: null });
  });

  it('counts those that nothing names by kind, and neither young nor unknown ones', async () => {
    const account = kb.account;
    const orphans = [
      await put(`kb/${kb.id}/upload/${randomUUID()}`, '12345'),
      await put(`kb/${kb.id}/upload/${randomUUID()}`, '123'),
      await put(`kb/${kb.id}/file/${randomUUID()}`, '1'),
      await put(`kb/${kb.id}/generated/${randomUUID().replaceAll('-', '')}/${randomUUID()}/thumbnail`, '1'),
      await put(`kb/${kb.id}/export/${randomUUID().replaceAll('-', '')}`, '1'),
      await put(`kb/${kb.id}/import/${randomUUID().replaceAll('-', '')}/0-0`, '1'),
      await put(`kb/${randomUUID()}/upload/${randomUUID()}`, '1'),
      await put(`kb/${kb.id}/activity/${randomUUID()}`, '1'),
      await put(`account/${account}/backup/${randomUUID()}`, '1'),
      await put(`account/${account}/upload/${randomUUID()}`, '1'),
      await put(`account/${account}/processing/${randomUUID()}/text`, '1'),
    ];
    const young = await put(`kb/${kb.id}/upload/${randomUUID()}`, 'young');
    const unknown = await put(`models/${randomUUID()}`, 'unknown');
    await age([...orphans, unknown].map(pathOf));
    const dry = await run('blobs', 'sweep', '--dry-run');
    expect(dry.stdout.split('\n').slice(0, -2)).toEqual([
      'activity: 1 file, 1 byte',
      'backup: 1 file, 1 byte',
      'export: 1 file, 1 byte',
      'imported-file: 1 file, 1 byte',
      'inline-file: 1 file, 1 byte',
      'picture: 1 file, 1 byte',
      'processing-result: 1 file, 1 byte',
      'processing-upload: 1 file, 1 byte',
      'upload: 3 files, 9 bytes',
    ]);
    expect(await keys()).toEqual([...named, ...orphans, young, unknown].sort());

    const swept = await run('blobs', 'sweep', '--json');
    expect(swept.stdout.split('\n')).toContain('{"kind":"upload","count":3,"size_bytes":9}');
    // The second look is minutes later.
    await inDatabase(folder, (database) =>
      database.query(`update knowledge_box_tasks.job set run_at = now() where task = 'removeUnnamedBlobs'`),
    );
    const isGone = async () => !orphans.some((key) => existsSync(pathOf(key))) || undefined;
    await until(isGone, 'what nothing names is gone', 30_000);
    expect(await keys()).toEqual([...named, young, unknown].sort());
    const metrics = await (await fetch(`${standalone.origin}/metrics`)).text();
    expect(metrics).toContain('lectern_unnamed_blobs_removed_total{kind="upload"} 3');
  });

  it('is for those who run the deployment', async () => {
    const owner = (await asRole(kb, 'SOWNER')).client;
    await expect(owner.api.call(sweepBlobs, { body: { dry_run: true } })).rejects.toMatchObject({ status: 403 });
  });

  it('keeps a file that was named between the two looks', async () => {
    const key = await put(`kb/${kb.id}/upload/${randomUUID()}`, 'named later');
    await age([pathOf(key)]);
    await run('blobs', 'sweep');
    await inDatabase(folder, async (database) => {
      await database.query(`insert into knowledge_box.tus_parts values ($1, 'x', 0, $2)`, [kb.id, key]);
      await database.query(`update knowledge_box_tasks.job set run_at = now() where task = 'removeUnnamedBlobs'`);
    });
    const isOver = async () => {
      const sql = `select 1 from knowledge_box_tasks.job where task = 'removeUnnamedBlobs'`;
      return (await inDatabase(folder, (database) => database.query(sql))).rowCount === 0 || undefined;
    };
    await until(isOver, 'the second look is over', 30_000);
    expect(existsSync(pathOf(key))).toBe(true);
  });
});
