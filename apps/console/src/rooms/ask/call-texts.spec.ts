import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { noFilters } from '../../parts/filters/filters';
import { askBody } from './ask-request';
import { curlText, typeScriptText } from './call-texts';

const query = `It's "$HOME" \`id\` \${x} \\ ünï
next line`;
const body = askBody(query, { filters: noFilters, context: 'documents' }, []);
const call = { origin: 'https://lectern.example', kbid: 'a b', body };

/** Arguments that a shell gives to curl. */
function shellArguments(text: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'call-'));
  writeFileSync(join(folder, 'curl'), '#!/bin/sh\nprintf "%s\\0" "$@"\n', { mode: 0o755 });
  const env = { PATH: `${folder}:/usr/bin:/bin`, KEY: 'secret' };
  return execFileSync('/bin/sh', ['-c', text], { env, encoding: 'utf8' }).split('\0').slice(0, -1);
}

describe('the call for a shell', () => {
  it('sends the question as it is, and the key of the environment', () => {
    const [flag, address, , key, , type, , sent = ''] = shellArguments(curlText(call));
    expect([flag, address]).toEqual(['-N', 'https://lectern.example/api/v1/kb/a%20b/ask']);
    expect([key, type]).toEqual(['X-SVC-SERVICEACCOUNT: Bearer secret', 'content-type: application/json']);
    expect(JSON.parse(sent)).toEqual(body);
  });
});

describe('the call for a program', () => {
  it('sends the question as it is, and shows the answer', async () => {
    const requests: { readonly url: string; readonly init: RequestInit }[] = [];
    const fetch = (url: string, init: RequestInit) => {
      requests.push({ url, init });
      return Promise.resolve(Response.json({ answer: 'Because.', status: 'success', citations: {} }));
    };
    const lines: unknown[][] = [];
    const outside = {
      fetch,
      process: { env: { KEY: 'secret' } },
      console: { log: (...line: unknown[]) => lines.push(line) },
    };
    // The text has no types, so that it runs as it is.
    await runInNewContext(`(async () => { ${typeScriptText(call)} })()`, outside);
    expect(requests[0]?.url).toBe('https://lectern.example/api/v1/kb/a%20b/ask');
    expect(requests[0]?.init.headers).toMatchObject({ 'X-SVC-SERVICEACCOUNT': 'Bearer secret' });
    expect(JSON.parse(String(requests[0]?.init.body))).toEqual(body);
    expect(lines).toEqual([['success', 'Because.', {}]]);
  });
});
