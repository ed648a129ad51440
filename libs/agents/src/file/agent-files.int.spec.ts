import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FilesystemBlobStore } from '@lectern/blob-store';
import { masterKeyOf, randomSecret, SecretEnvelope } from '@lectern/secrets';
import { type AgentsDatabase, openAgentsDatabase } from '../agents-database.fixture';
import { TimelineRepository } from '../timeline/timeline.repository';
import { InteractionFileText } from '../timeline/interaction-file';
import type { AgentFileEntity } from './agent-file.entity';
import { AgentFileRepository } from './agent-file.repository';
import { AgentFiles, keyOfAgentFile } from './agent-files';
import { ExpiredAgentFiles } from './expired-agent-files';
import { openExportSecrets, sealExportSecrets } from './export-secrets';
import { FileAddresses } from './file-addresses';
import { InteractionDownloadService } from './interaction-download.service';

const DAY_MS = 24 * 3_600_000;

describe('files of agents', () => {
  let database: AgentsDatabase;
  let folder: string;
  let blobs: FilesystemBlobStore;
  let files: AgentFiles;
  let downloads: InteractionDownloadService;
  let expired: ExpiredAgentFiles;
  let agent: string;
  const [oldKey, newKey] = [masterKeyOf(randomSecret()), masterKeyOf(randomSecret())];
  const addresses = new FileAddresses(new SecretEnvelope([oldKey]));

  beforeAll(async () => {
    database = await openAgentsDatabase();
    folder = await mkdtemp(join(tmpdir(), 'agent-files-'));
    blobs = new FilesystemBlobStore(folder);
    const { transactions, queue } = database;
    const rows = new AgentFileRepository();
    files = new AgentFiles(transactions, rows, queue, blobs);
    // Sessions are not named here.
    downloads = new InteractionDownloadService(files, Object.create(null), addresses);
    expired = new ExpiredAgentFiles(transactions, rows, blobs);
  });
  afterAll(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });
  beforeEach(() => {
    agent = randomUUID();
  });

  const isThere = (id: string) => existsSync(join(folder, keyOfAgentFile({ agent, id })));
  const written = async () => {
    const { id } = await downloads.request(agent, {}, undefined);
    await blobs.write(keyOfAgentFile({ agent, id }), Readable.from(['bytes']), { sizeBytesMax: 100 });
    await files.end({ agent, id }, { sizeBytes: '5', sealed: null });
    return id;
  };
  const signatureOf = (url: string | null) => new URL(url ?? '').searchParams.get('signature') ?? '';

  it('have an address that only its signature opens, also after the key is replaced', async () => {
    const id = await written();
    const { download_url, status } = await downloads.get({ agent, id });
    const signature = signatureOf(download_url);
    expect(status).toBe('ready');
    expect(await downloads.file({ agent, id }, signature)).toMatchObject({ key: keyOfAgentFile({ agent, id }) });
    const other = await written();
    for (const [key, given] of [
      [{ agent, id: other }, signature],
      [{ agent: randomUUID(), id }, signature],
      [{ agent, id }, 'A'.repeat(43)],
    ] as const)
      await expect(downloads.file(key, given)).rejects.toMatchObject({ code: 'not_found' });
    const rotated = new FileAddresses(new SecretEnvelope([newKey, oldKey]));
    expect(rotated.isSigned({ agent, id }, signature)).toBe(true);
    expect(new FileAddresses(new SecretEnvelope([newKey])).isSigned({ agent, id }, signature)).toBe(false);
  });

  it('can be fetched for 7 days, and are listed for 30', async () => {
    const id = await written();
    const signature = signatureOf((await downloads.get({ agent, id })).download_url);
    await expired.sweep(new Date(Date.now() + 6.9 * DAY_MS));
    expect(isThere(id)).toBe(true);
    await expired.sweep(new Date(Date.now() + 7.1 * DAY_MS));
    expect(isThere(id)).toBe(false);
    expect(await downloads.get({ agent, id })).toMatchObject({ download_url: null, query: { session_id: null } });
    await expect(downloads.file({ agent, id }, signature)).rejects.toMatchObject({ code: 'not_found' });
    await expired.sweep(new Date(Date.now() + 30.1 * DAY_MS));
    await expect(downloads.get({ agent, id })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are named to the sweep of files while they are kept', async () => {
    const id = await written();
    const key = keyOfAgentFile({ agent, id });
    expect(await files.named([key, keyOfAgentFile({ agent, id: randomUUID() })])).toEqual([key]);
    await downloads.delete({ agent, id });
    expect([await files.named([key]), isThere(id)]).toEqual([[], false]);
  });

  it('are ten at a time that are not finished', async () => {
    for (let count = 0; count < 10; count += 1) await downloads.request(agent, {}, undefined);
    await expect(downloads.request(agent, {}, undefined)).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('show none of the exports, whose secrets are sealed for their place', async () => {
    const envelope = new SecretEnvelope([oldKey]);
    const key = { agent, id: randomUUID() };
    const secrets = { passphrase: 'correct horse', token: 'token' };
    const sealed = sealExportSecrets(envelope, key, secrets);
    const now = new Date();
    const row: AgentFileEntity = {
      ...key,
      content: { type: 'export', filename: 'a.bin' },
      tokenHash: 'hash',
      sealed,
      email: 'ada@example.org',
      requestedAt: now,
      expiresAt: now,
      forgottenAt: now,
      sizeBytes: null,
      error: null,
      isRemoved: false,
    };
    await files.request(row);
    expect((await downloads.list(agent)).downloads).toEqual([]);
    await expect(downloads.get(key)).rejects.toMatchObject({ code: 'not_found' });
    expect(JSON.stringify(await files.find(key))).not.toContain('correct horse');
    expect(openExportSecrets(envelope, key, sealed)).toEqual(secrets);
    expect(() => openExportSecrets(envelope, { agent, id: randomUUID() }, sealed)).toThrow(/sealed for/);
  });

  it('have the interactions of their month and session, oldest first, a page after the other', async () => {
    const timelines = new TimelineRepository();
    const row = (date: string, session_id: string) => ({
      ...{ agent, id: randomUUID(), session_id, workflow: 'default', user_id: null, user_type: 'sa', date },
      ...{ question: `on ${date}`, answer: null, outcome: 'failed', error: 'no', total_time: 1 },
      ...{ input_svc_tokens: 0, output_svc_tokens: 0, detail: { steps: [], context: [], is_reduced: false } },
    });
    const minutes = Array.from({ length: 60 }, (_, at) => `2026-05-31T23:${String(at).padStart(2, '0')}:00Z`);
    const all = ['2026-04-30T23:59:59.999Z', '2026-05-01T00:00:00Z', ...minutes, '2026-06-01T00:00:00Z'];
    const rows = JSON.stringify([...all.map((date) => row(date, 'one')), row('2026-05-10T00:00:00Z', 'two')]);
    await database.transactions.run((tx) => timelines.insert(rows, tx));
    const text = new InteractionFileText(database.transactions, timelines);
    const read = async (session_id: string | null) => {
      const query = { session_id, year: 2026, month: 5 };
      const lines: string[] = [];
      const signal = new AbortController().signal;
      for await (const line of text.pieces({ agent, format: 'ndjson', query }, signal)) lines.push(line);
      return lines.map((line) => String(JSON.parse(line).question).slice(3));
    };
    expect(await read('one')).toEqual(['2026-05-01T00:00:00Z', ...minutes]);
    expect(await read('two')).toEqual(['2026-05-10T00:00:00Z']);
    expect(await read(null)).toHaveLength(62);
  });
});
