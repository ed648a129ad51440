import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '../harness/client';
import { issueNuaKey } from '../harness/credentials';
import { projectRoot } from '../harness/process';
import { Standalone, temporaryFolder } from '../harness/standalone';

/** Threads: with several, CPython before 3.13 loses count of its recursion when both compile. */
const WORKERS = 1;
/** How long the requests of one operation may take when its time is up. */
const OVERDUE_S = 90;
/** Headings of what it found, and its exit code when somebody interrupts it. */
const FOUND = /^=+ (FAILURES|ERRORS) =+$/m;
const INTERRUPTED = 130;
const folder = join(projectRoot, 'e2e/api-check');
const schemathesis = join(projectRoot, '.cache/python/bin/schemathesis');

/** Why the check cannot run here, or undefined. */
export const missing = existsSync(schemathesis) ? undefined : 'no schemathesis: run `node tools/python-tools.mjs`';

export interface ApiCheckOptions {
  readonly seconds: number;
  /** Seed of the generated requests; a new one each time when absent. */
  readonly seed?: number;
  /** Whether right requests must be accepted also where they are made up while answers come in. */
  readonly isStrict?: boolean;
}

/**
 * Starts the product and lets schemathesis make up requests from the OpenAPI document for `seconds`. Every answer is
 * held against the document.
 *
 * @param print gets what schemathesis prints
 * @returns its exit code: 0 when the product did what the document says
 */
export async function checkApi(
  { seconds, seed, isStrict = false }: ApiCheckOptions,
  print: (text: string) => void,
): Promise<number> {
  // A stream of notifications ends after this time only. Examples of invitations come from this dashboard.
  const env = { NOTIFICATIONS_S: '1', MAIL_LINK_ORIGINS: 'https://good.example' };
  const standalone = await Standalone.start({ env });
  const output = await temporaryFolder();
  try {
    const document = join(output, 'openapi.json');
    await writeFile(document, await (await fetch(`${standalone.origin}/api/v1/openapi.json`)).text());
    const strict = isStrict ? { API_CHECK_STRICT: 'yes' } : {};
    const given = { API_CHECK_DOCUMENT: document, ...(await whatExists(standalone)), ...strict };
    const args = ['--config-file', join(folder, 'schemathesis.toml'), 'run', document];
    const limits = [
      '--max-time',
      String(seconds),
      '--workers',
      String(WORKERS),
      '--phases',
      'examples,coverage,fuzzing',
    ];
    const sown = seed === undefined ? [] : ['--seed', String(seed)];
    const run = spawn(schemathesis, [...args, ...limits, ...sown, '--url', standalone.origin], {
      env: { ...process.env, ...given },
    });
    let printed = '';
    const keep = (text: string) => {
      printed += text;
      print(text);
    };
    for (const stream of [run.stdout, run.stderr]) stream.setEncoding('utf8').on('data', keep);
    // It looks at the clock between operations only. Interrupted, it reports what it has found.
    const overdue = setTimeout(() => run.kill('SIGINT'), (seconds + OVERDUE_S) * 1_000);
    run.once('close', () => clearTimeout(overdue));
    // The event's own argument.
    const [code] = (await once(run, 'close')) as [number | null];
    return code === INTERRUPTED && !FOUND.test(printed) ? 0 : (code ?? 1);
  } finally {
    await standalone.stop();
    await rm(output, { recursive: true, force: true });
  }
}

/** Existing objects for requests, so that they get further than a 404. */
async function whatExists({ origin, token }: Standalone): Promise<Record<string, string>> {
  const root = new Client(origin, { authorization: `Bearer ${token}` });
  const [kb, spare] = [await root.createKnowledgeBox({ slug: 'checked' }), await root.createKnowledgeBox()];
  const rid = await kb.createResource({ slug: 'otter', texts: { a: { body: 'An otter floats.' } } });
  await kb.untilEmbedded(rid);
  return {
    API_CHECK_HOOKS: join(folder, 'hooks.py'),
    API_CHECK_TOKEN: token,
    API_CHECK_NUA_KEY: (await issueNuaKey(kb)).token,
    API_CHECK_ACCOUNT: kb.account,
    API_CHECK_KB: kb.id,
    API_CHECK_SPARE_KB: spare.id,
    API_CHECK_RESOURCE: rid,
    API_CHECK_SLUG: 'otter',
  };
}
