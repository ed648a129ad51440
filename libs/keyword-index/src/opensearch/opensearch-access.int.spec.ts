import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeUnless, findOpenSearch, OpenSearchServer } from '@lectern/testing';
import { hitsOf, kbid, queryOf, recordOf } from '../keyword-records.contract';
import type { OpenSearchOptions } from './opensearch.config';
import { OpenSearchKeywordIndex } from './opensearch-keyword-index';
import { TestZone } from './opensearch-zone.contract';

const found = findOpenSearch();
const openssl = spawnSync('openssl', ['version']).error ? 'no openssl to make certificates with' : undefined;
const missing = 'missing' in found ? found.missing : openssl;

/** A proxy in front of an unprotected node checks TLS, certificates, passwords and signatures. */
describeUnless(missing, 'An OpenSearch that is guarded', () => {
  let server: OpenSearchServer;
  let zone: TestZone;
  let folder: string;
  const guards: Server[] = [];

  beforeAll(async () => {
    server = await OpenSearchServer.shared(found);
    zone = new TestZone(server.url);
    folder = mkdtempSync(join(tmpdir(), 'certificates-'));
    certificates(folder);
  }, 120_000);

  afterAll(async () => {
    for (const guard of guards) guard.closeAllConnections();
    for (const guard of guards) guard.close();
    await zone.destroy();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const file = (name: string) => join(folder, name);

  async function guard(mayPass: (incoming: IncomingMessage) => boolean): Promise<string> {
    return `http://127.0.0.1:${await listen(createServer(passing(server.url, mayPass)))}`;
  }

  async function secureGuard(wantsCertificate: boolean): Promise<string> {
    const [key, cert, ca] = ['server.key', 'server.pem', 'ca.pem'].map((name) => readFileSync(file(name)));
    const options = { key, cert, ca, requestCert: wantsCertificate, rejectUnauthorized: wantsCertificate };
    return `https://localhost:${await listen(
      createSecureServer(
        options,
        passing(server.url, () => true),
      ),
    )}`;
  }

  async function listen(guard: Server): Promise<number> {
    guards.push(guard);
    guard.listen(0, 'localhost');
    await once(guard, 'listening');
    // A server that listens on a port has such an address.
    return (guard.address() as AddressInfo).port;
  }

  async function worksWith(options: Partial<OpenSearchOptions>): Promise<void> {
    const index = await OpenSearchKeywordIndex.open({ ...zone.options, ...options }, 'writer');
    await index.put(kbid, [recordOf(1, ['alpha'])]);
    expect(await hitsOf(index, queryOf('alpha'))).toEqual([1]);
    await index.close();
  }

  const opening = (options: Partial<OpenSearchOptions>) =>
    OpenSearchKeywordIndex.open({ ...zone.options, ...options }, 'writer');

  it('lets in who knows name and password', async () => {
    const expected = `Basic ${Buffer.from('ada:s3cret').toString('base64')}`;
    const nodes = [await guard(({ headers }) => headers.authorization === expected)];
    await worksWith({ nodes, username: 'ada', password: 's3cret' });
    await expect(opening({ nodes, username: 'ada', password: 'wrong' })).rejects.toThrow(
      'OpenSearch does not accept the credentials of ada (OPENSEARCH_USERNAME)',
    );
  });

  it('is trusted for a certificate of the given authority only', async () => {
    const nodes = [await secureGuard(false)];
    await worksWith({ nodes, caFile: file('ca.pem') });
    await expect(opening({ nodes })).rejects.toThrow('check OPENSEARCH_CA_FILE');
    await expect(opening({ nodes, caFile: file('none.pem') })).rejects.toThrow(
      `OPENSEARCH_CA_FILE names ${file('none.pem')}, which cannot be read`,
    );
  });

  it('lets in who shows a certificate', async () => {
    const nodes = [await secureGuard(true)];
    const caFile = file('ca.pem');
    await worksWith({ nodes, caFile, certFile: file('client.pem'), keyFile: file('client.key') });
    await expect(opening({ nodes, caFile })).rejects.toThrow('check OPENSEARCH_CERT_FILE and OPENSEARCH_KEY_FILE');
  });

  it('lets in who signs for AWS', async () => {
    const secret = 'wJalrXUtnFEMI';
    const before = { ...process.env };
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: secret });
    try {
      const nodes = [await guard((incoming) => isSigned(incoming, secret))];
      await worksWith({ nodes, awsRegion: 'eu-central-1' });
      await expect(opening({ nodes })).rejects.toThrow('does not accept the credentials of this service');
    } finally {
      process.env = before;
    }
  });

  it('is distinguished from one that speaks no TLS', async () => {
    const nodes = [(await guard(() => true)).replace('http:', 'https:')];
    await expect(opening({ nodes })).rejects.toThrow('is it http:// instead of https://?');
  });
});

function passing(url: string, mayPass: (incoming: IncomingMessage) => boolean): RequestListener {
  return (incoming, outgoing) => {
    if (!mayPass(incoming)) return void outgoing.writeHead(401, { 'content-type': 'application/json' }).end('{}');
    const { method, headers } = incoming;
    const onward = request(url + incoming.url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  };
}

/** Verifies Signature Version 4 like the receiving side: AWS General Reference, "Signing AWS API requests". */
function isSigned({ method, url = '', headers }: IncomingMessage, secret: string): boolean {
  const pattern =
    /Credential=AKIDEXAMPLE\/(\d+)\/eu-central-1\/es\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)/;
  const [, day = '', names = '', signature] = pattern.exec(headers.authorization ?? '') ?? [];
  const [path, query = ''] = url.split('?');
  const signed = names.split(';').map((name) => `${name}:${String(headers[name])}\n`);
  const content = String(headers['x-amz-content-sha256']);
  const written = (text: string) =>
    encodeURIComponent(decodeURIComponent(text)).replaceAll(
      /[!'()*]/g,
      (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const canonicalPath = (path ?? '').split('/').map(written).join('/');
  const pairs = query.split('&').map((pair) => pair.split('=').map(written).join('='));
  const canonical = [method, canonicalPath, pairs.sort().join('&'), signed.join(''), names, content].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], `${day}/eu-central-1/es/aws4_request`, hash].join('\n');
  const key = [day, 'eu-central-1', 'es', 'aws4_request'].reduce<Buffer | string>(
    (last, part) => createHmac('sha256', last).update(part).digest(),
    `AWS4${secret}`,
  );
  return signature === createHmac('sha256', key).update(toSign).digest('hex');
}

/** Creates an authority and the certificates it signs: `server` for localhost, and `client`. */
function certificates(folder: string): void {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=authority');
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost');
  for (const name of ['server', 'client']) {
    openssl('req', ...key, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`);
    const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names'];
    openssl('x509', '-req', '-in', `${name}.csr`, '-out', `${name}.pem`, ...by);
  }
}
