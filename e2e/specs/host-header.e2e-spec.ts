import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KnowledgeBoxClient } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { mailsTo } from '../harness/mails';
import { deploymentOf, server } from '../harness/modes';
import { rawRequest } from '../harness/raw-request';
import { newUser } from '../harness/users';

const EVIL = 'evil.example';

inStandalone('a host that a caller makes up, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
  });

  const send = (method: string, path: string, { body, headers = {} }: { body?: object; headers?: object } = {}) => {
    const forged = { host: EVIL, 'x-forwarded-host': EVIL, forwarded: `host=${EVIL};proto=https`, 'x-host': EVIL };
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    return rawRequest(kb.client.origin, {
      method,
      path: path.startsWith('/api') ? path : `/api/v1${path}`,
      headers: Object.entries({ ...forged, ...kb.client.credential, ...json, ...headers }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  };

  it('is in no mail', async () => {
    const { email } = await newUser(mode);
    const invited = await send('POST', `${kb.accountPath}/invite`, { body: { email, role: 'SMEMBER' } });
    expect(invited.status).toBe(204);
    const [mail] = await mailsTo(mode, email);
    expect(mail?.text).toContain('/api/auth/magic?token=');
    const folder = join(deploymentOf(mode).folder, 'mails');
    for (const name of await readdir(folder)) expect(await readFile(join(folder, name), 'utf8')).not.toContain(EVIL);
  });

  it('is where an upload continues, as far as the request itself names it', async () => {
    const tus = { 'tus-resumable': '1.0.0', 'upload-length': '3' };
    const own = { host: 'other.example:81', 'x-forwarded-host': EVIL, 'x-forwarded-proto': 'https' };
    const { headers } = await send('POST', `${kb.path}/tusupload`, { headers: { ...tus, ...own } });
    expect(headers.location).toMatch(new RegExp(`^http://other\\.example:81/api/v1${kb.path}/tusupload/[0-9a-f]{32}$`));
  });

  it('is in no other address, link or key that answers have', async () => {
    const rid = await kb.upload(Buffer.from('Tides'), { filename: 'a.txt', contentType: 'text/plain' });
    const account = `/account/${kb.account}`;
    const nua = { title: 'Robot', contact: 'a@example.org', client_id: `robot-${randomUUID()}` };
    const calls = [
      ['POST', `${kb.path}/export`, {}],
      ['GET', `${kb.path}/resource/${rid}?show=values&show=basic&show=extracted`, {}],
      ['GET', '/zones', {}],
      ['GET', `${account}/kbs`, {}],
      ['POST', `${account}/nua_clients`, { body: nua }],
      ['GET', `${kb.path}/configuration`, {}],
      ['GET', '/api/configuration', {}],
      ['GET', '/', {}],
      ['GET', '/.well-known/oauth-protected-resource', {}],
    ] as const;
    for (const [method, path, options] of calls) {
      const answer = await send(method, path, options);
      expect([path, answer.status < 500]).toEqual([path, true]);
      const said = `${JSON.stringify(answer.headers)} ${answer.body.toString()}`;
      const tokens = [...said.matchAll(/eyJ[\w-]+\.([\w-]+)\./g)].map(([, claims = '']) =>
        Buffer.from(claims, 'base64'),
      );
      for (const text of [said, ...tokens.map(String)]) expect([path, text.includes(EVIL)]).toEqual([path, false]);
    }
  });
});
