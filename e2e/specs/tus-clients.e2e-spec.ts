import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeUnless } from '@lectern/testing';
import { Upload } from 'tus-js-client';
import { Client, type KnowledgeBoxClient } from '../harness/client';
import { apiKey, issueNuaKey, nuaKey } from '../harness/credentials';
import { runningModes, server } from '../harness/modes';
import { projectRoot } from '../harness/process';

const python = join(projectRoot, '.cache/python/bin/python');
const noPython = existsSync(python) ? undefined : 'no Python tools: run `node tools/python-tools.mjs`';
const standalone = runningModes().includes('standalone') ? undefined : 'E2E_MODES leaves standalone out';
const text = `The client says vermilion. ${'x'.repeat(25_000)}`;

describeUnless(standalone, 'unmodified clients of the TUS protocol', () => {
  let kb: KnowledgeBoxClient;
  let rid: string;
  let nua: Client;

  beforeAll(async () => {
    kb = await server('standalone').createKnowledgeBox();
    rid = await kb.createResource({ title: 'Has a file' });
    nua = new Client(kb.client.origin, nuaKey((await issueNuaKey(kb)).token));
  });

  const doors = () =>
    [
      [`${kb.path}/tusupload`, kb.client.credential],
      [`${kb.path}/resource/${rid}/file/f/tusupload`, kb.client.credential],
      ['/processing/tusupload', nua.credential],
    ] as const;

  it('upload in chunks with tus-js-client, and find where they were', async () => {
    for (const [door, headers] of doors()) {
      const endpoint = `${kb.client.origin}/api/v1${door}`;
      const url = await new Promise<string | null>((resolve, reject) => {
        const options = {
          endpoint,
          headers: { ...headers },
          chunkSize: 10_000,
          metadata: { filename: `a${door}.txt` },
        };
        const upload = new Upload(Buffer.from(`${door} ${text}`), {
          ...options,
          onSuccess: () => resolve(upload.url),
          onError: reject,
        });
        upload.start();
      });
      expect(url).toMatch(new RegExp(`^${endpoint}/[0-9a-f]{32}$`));
    }
  });

  describeUnless(noPython, 'in Python', () => {
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'lectern-tus-'));
    });
    afterAll(() => rm(folder, { recursive: true }));

    it('upload with tuspy, and continue after a part', async () => {
      const file = join(folder, 'tides.txt');
      await writeFile(file, text);
      const url = `${kb.client.origin}/api/v1${kb.path}/tusupload`;
      const [[header = '', value = ''] = []] = Object.entries(apiKey(await kb.key('SOWNER')));
      const script = join(projectRoot, 'e2e/clients/tus_client.py');
      const { stdout } = await promisify(execFile)(python, [script, url, header, value, file], { timeout: 120_000 });
      expect(JSON.parse(stdout)).toEqual({
        url: expect.stringMatching(new RegExp(`^${url}/[0-9a-f]{32}$`)),
        resumed_at: 10_000,
        offset: text.length,
      });
    });
  });
});
