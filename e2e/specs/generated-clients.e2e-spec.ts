import { describeUnless } from '@lectern/testing';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import openapiTypeScript, { astToString } from 'openapi-typescript';
import * as ts from 'typescript';
import { runningModes, server } from '../harness/modes';
import { projectRoot } from '../harness/process';

const generator = join(projectRoot, '.cache/python/bin/openapi-python-client');
const missing = existsSync(generator) ? undefined : 'no generator of Python clients: run `node tools/python-tools.mjs`';

const product = () => server(runningModes()[0] ?? 'standalone');
const servedDocument = async () => (await fetch(`${product().origin}/api/v1/openapi.json`)).text();

const runToEnd = promisify(execFile);

/** Runs a program to its end. @throws Error with what it printed when it fails */
async function run(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { stdout, stderr } = await runToEnd(command, args, { timeout: 120_000, env: { ...process.env, ...env } });
  return `${stdout}${stderr}`;
}

describe('types that openapi-typescript generates', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-types-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('compile under strict, and know what an answer has', async () => {
    const types = astToString(await openapiTypeScript(await servedDocument()));
    await writeFile(join(folder, 'api.d.ts'), types);
    const use = join(folder, 'use.ts');
    await writeFile(
      use,
      `import type { paths } from './api';
       type Found = paths['/api/v1/kb/{kbid}/find']['post']['responses']['200']['content']['application/json'];
       export const best = (found: Found): string[] => found.best_matches;
       // @ts-expect-error: an answer has no such member
       export const none = (found: Found) => found.nothing;`,
    );
    const program = ts.createProgram([use], { strict: true, noEmit: true, types: [] });
    const problems = ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText);
    expect(problems).toEqual([]);
  });
});

describeUnless(missing, 'a Python client that openapi-python-client generates', () => {
  const python = join(projectRoot, '.cache/python/bin/python');
  const clients = join(projectRoot, 'e2e/clients');
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-python-'));
    await writeFile(join(folder, 'openapi.json'), await servedDocument());
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is generated without leaving anything out but lines of streams whose content types it does not know', async () => {
    const output = join(folder, 'lectern_api');
    const document = join(folder, 'openapi.json');
    const args = ['generate', '--path', document, '--meta', 'none', '--output-path', output];
    const printed = await run(generator, args);
    expect(printed).not.toContain('Unable to process');
    const warnings = printed.split('\n').filter((line) => line.includes('WARNING'));
    // It knows no sockets, either.
    expect(warnings.filter((line) => !/\/ws within |GET \S+\/ask within /.test(line)).sort()).toEqual([
      // XML.
      'WARNING parsing GET /api/auth/saml/metadata within accounts_saml.',
      'WARNING parsing GET /api/v1/account/{account}/audit/export within accounts_audit.',
      'WARNING parsing GET /api/v1/kb/{kbid}/notifications within kb_notification.',
      'WARNING parsing POST /api/v1/agent/{agent_id}/session/{session} within agents_interaction.',
      'WARNING parsing POST /api/v1/agent/{agent_id}/workflow/{workflow_id}/session/{session} within agents_interaction.',
      'WARNING parsing POST /api/v1/kb/{kbid}/activity/{event_type}/query within search_activity.',
    ]);
    const unread = printed.match(/Cannot parse[^\n]*/g) ?? [];
    const kinds = unread.flatMap((reason) => /content_type ([\w/-]+)/.exec(reason)?.[1] ?? []);
    expect([...new Set(kinds)].sort()).toEqual([
      'application/samlmetadata',
      'application/x-ndjson',
      'binary/octet-stream',
    ]);
  });

  it('creates a box, uploads, finds and asks', async () => {
    const { origin, credential } = product();
    const token = String(credential['authorization']).replace('Bearer ', '');
    const printed = await run(python, [join(clients, 'journey.py'), origin, token], { PYTHONPATH: folder });
    const { rid, found, answer, refused } = JSON.parse(printed);
    expect(found).toEqual([rid]);
    expect(answer).toContain('moon');
    expect(refused).toEqual([['body', 'top_k']]);
  });

  it('is what the retrievers of LangChain and LlamaIndex find passages with', async () => {
    const kb = await product().createKnowledgeBox();
    const sentence = 'The moon pulls the sea.';
    const rid = await kb.createResource({ title: 'Tides', texts: { a: { body: sentence } } }, { wait: 'embedded' });
    await kb.createResource({ title: 'Bread', texts: { a: { body: 'Bread is baked from flour.' } } });
    const args = [
      join(clients, 'retrievers.py'),
      product().origin,
      await kb.key('SMEMBER'),
      kb.id,
      'What pulls the sea?',
    ];
    const path = [folder, join(projectRoot, 'clients/python')].join(delimiter);
    const { documents, nodes, ...rest } = JSON.parse(await run(python, args, { PYTHONPATH: path }));
    const best = { resource: rid, field: '/t/a', title: 'Tides', text: sentence, score: expect.any(Number), start: 0 };
    expect([documents[0], nodes[0]]).toMatchObject([best, best]);
    expect(documents[0].id).toBe(nodes[0].id);
    expect(rest).toEqual({
      async: [true, true],
      filtered: [0, 0],
      refused: [expect.stringMatching(/^422: .*top_k/), expect.stringMatching(/^401: /)],
    });
  });
});
