import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeUnless } from '@lectern/testing';
import { Client, type KnowledgeBoxClient } from '../harness/client';
import { bearer, issueNuaKey } from '../harness/credentials';
import { runningModes } from '../harness/modes';
import { projectRoot } from '../harness/process';
import { Standalone, temporaryFolder } from '../harness/standalone';

const python = join(projectRoot, '.cache/python/bin/python');
const noPython = existsSync(python) ? undefined : 'no Python tools: run `node tools/python-tools.mjs`';
const standalone = runningModes().includes('standalone') ? undefined : 'E2E_MODES leaves standalone out';

type Answers = Readonly<Record<string, unknown>>;

/** The file of names that docs/compatibility.md has, with the words that it tells a reader to put in. */
async function wireNames(): Promise<string> {
  const page = await readFile(join(projectRoot, 'docs/compatibility.md'), 'utf8');
  const example = /```json\n(.*?)```/s.exec(page)?.[1] ?? '';
  const words = { acmedb: 'nucliadb', ACMEDB: 'NUCLIADB', acme: 'nuclia', ACME: 'NUCLIA', Acme: 'Nuclia', acm: 'stf' };
  return Object.entries(words).reduce((text, [from, to]) => text.replaceAll(from, to), example);
}

describeUnless(standalone, 'unmodified SDKs of another product', () => {
  let folder: string;
  let deployment: Standalone;

  beforeAll(async () => {
    folder = await temporaryFolder();
    const names = join(folder, 'names.json');
    await writeFile(names, await wireNames());
    const env = { WIRE_NAMES_FILE: names, SELF_HOSTED_ROLES: 'on' };
    deployment = await Standalone.start({ dataDir: join(folder, 'data'), env });
  });
  afterAll(async () => {
    await deployment.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs a script with a new box; it prints the answers in its last line. */
  async function answersOf(
    script: string,
    argumentsFor: (kb: KnowledgeBoxClient) => Promise<readonly string[]>,
  ): Promise<Answers> {
    const kb = await new Client(deployment.origin, bearer(deployment.token), fetch).createKnowledgeBox();
    const program = script.endsWith('.py') ? python : process.execPath;
    const path = join(projectRoot, 'e2e/clients', script);
    const args = [path, deployment.origin, kb.id, ...(await argumentsFor(kb))];
    const { stdout } = await promisify(execFile)(program, args, { timeout: 120_000, maxBuffer: 64 * 1_024 ** 2 });
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  }

  const failures = (answers: Answers) =>
    Object.fromEntries(Object.entries(answers).filter(([, answer]) => /^(failed|refused):/.test(String(answer))));

  const doors = [
    ['with an API key', (kb: KnowledgeBoxClient) => kb.key('SOWNER')],
    ['by the header of roles', () => Promise.resolve('-')],
  ] as const;

  describe.each(doors)('%s', (_, keyOf) => {
    describeUnless(noPython, 'in Python', () => {
      it('manage boxes and resources, and are refused three calls with a reason', async () => {
        const answers = await answersOf('nucliadb_sdk_smoke.py', async (kb) => [await keyOf(kb)]);
        expect(failures(answers)).toEqual({
          'get_entitygroups entities': expect.stringMatching('get the entities of one group instead'),
          'get_resource_by_id gone': expect.stringMatching('Resource does not exist'),
          create_kb_from_import: expect.stringMatching('use POST /api/v1/account/{account}/kbs'),
        });
        expect(answers).toMatchObject({
          exists_resource: true,
          'exists_resource_by_slug nothing': false,
          ask: { answer: 'The lighthouse was built in 1874 by John Smith.', status: 'success' },
          'ask at once': { status: 'success', consumption: { normalized_tokens: { input: expect.any(Number) } } },
          'ask nothing': { status: 'no_context' },
          export_status: { status: 'finished', processed: 1 },
          import_status: { status: 'finished', processed: 1 },
          get_entitygroup: { entities: { 'John Smith': {} } },
          get_kv_schema: { id: 'towers', description: 'Old towers' },
          get_custom_synonyms: { synonyms: { sea: ['ocean'] } },
        });
      });

      it('upload, search, ask, configure, export, read logs and predict', async () => {
        const home = await temporaryFolder();
        const answers = await answersOf('nuclia_smoke.py', async (kb) => [
          await keyOf(kb),
          (await issueNuaKey(kb)).token,
          home,
        ]);
        await rm(home, { recursive: true, force: true });
        expect(failures(answers)).toEqual({});
        expect(answers).toMatchObject({
          'resource.exists': true,
          'resource.exists not': false,
          downloaded: 'The tide mill of Eling grinds twice a day.',
          'search.ask': { answer: 'The tide mill of Eling grinds twice a day.', status: 'success' },
          'nua.generate': { answer: 'The tide mill of Eling grinds twice a day.' },
          'nua.tokens': { tokens: [{ text: 'Paris' }] },
          'nua.process_file': { processing_id: expect.any(String) },
        });
      });
    });

    it('in JavaScript write, read, search, ask, suggest and predict', async () => {
      const answers = await answersOf('nuclia-core-smoke.mjs', async (kb) => [await keyOf(kb), kb.account]);
      expect(failures(answers)).toEqual({});
      expect(answers).toMatchObject({
        extractedTexts: ['The windmill of Kinderdijk was built in 1740.'],
        upload: { completed: true },
        'upload in parts': { completed: true, progress: 100 },
        ask: { text: 'The windmill of Kinderdijk was built in 1740.' },
        generate: { answer: 'The mill was built in 1740.', cannotAnswer: false },
        getSynonyms: { mill: ['quern'] },
      });
    });
  });
});
