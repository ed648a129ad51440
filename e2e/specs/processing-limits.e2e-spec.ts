import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cancelProcessing } from '@lectern/contracts/understanding';
import { describeUnless } from '@lectern/testing';
import { Client } from '../harness/client';
import { bearer } from '../harness/credentials';
import { runningModes } from '../harness/modes';
import { asNuaClient } from '../harness/processing';
import { Standalone } from '../harness/standalone';

const BODY_BYTES = 4_096;
const FILE_BYTES = 1_000;
const QUEUE = 2;
const other = runningModes().includes('standalone') ? undefined : 'E2E_MODES leaves standalone out';

describeUnless(other, 'the limits of the processing API', () => {
  let deployment: Standalone;
  let silent: Server;
  let nua: Client;
  let link: string;

  beforeAll(async () => {
    silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    // A listening TCP server has an AddressInfo.
    const { port } = silent.address() as AddressInfo;
    link = `http://127.0.0.1:${port}/`;
    deployment = await Standalone.start({
      env: {
        JSON_BODY_SIZE_BYTES_MAX: String(BODY_BYTES),
        UPLOAD_SIZE_BYTES_MAX: String(FILE_BYTES),
        PUSH_QUEUE_MAX: String(QUEUE),
        EGRESS_ALLOW: `127.0.0.1:${port}`,
      },
    });
    nua = await asNuaClient(await new Client(deployment.origin, bearer(deployment.token)).createKnowledgeBox());
  }, 120_000);
  afterAll(async () => {
    await deployment.stop();
    silent.closeAllConnections();
    silent.close();
  });

  const push = (body: unknown) => nua.send('POST', '/processing/push', { body });
  /** A push whose JSON has a given size. */
  const ofSize = (bytes: number) => {
    const empty = { kbid: 'size', textfield: { t: { body: '' } } };
    const body = 'a'.repeat(bytes - JSON.stringify(empty).length);
    return { kbid: 'size', textfield: { t: { body } } };
  };
  const cancel = (kbid: string) => nua.api.call(cancelProcessing, { body: { kbid } });

  it('are bytes of a push', async () => {
    expect((await push(ofSize(BODY_BYTES))).status).toBe(200);
    await cancel('size');
    const refused = await push(ofSize(BODY_BYTES + 1));
    expect([refused.status, refused.body]).toEqual([413, { detail: expect.stringContaining(String(BODY_BYTES)) }]);
  });

  it('are bytes of a file, in one request and in pieces', async () => {
    const upload = (bytes: number) => nua.send('POST', '/processing/upload', { raw: Buffer.alloc(bytes, 'a') });
    expect((await upload(FILE_BYTES)).status).toBe(200);
    const refused = await upload(FILE_BYTES + 1);
    expect([refused.status, refused.body]).toEqual([413, { detail: expect.stringContaining(String(FILE_BYTES)) }]);
    const begin = (bytes: number) =>
      nua.send('POST', '/processing/tusupload', {
        headers: { 'tus-resumable': '1.0.0', 'upload-length': String(bytes) },
      });
    expect((await begin(FILE_BYTES)).status).toBe(201);
    expect((await begin(FILE_BYTES + 1)).status).toBe(413);
  });

  it('are pushes that wait: more get a time to try again, and taken when there is room', async () => {
    const waiting = { kbid: 'full', linkfield: { l: { link } } };
    for (let i = 0; i < QUEUE; i += 1) expect((await push(waiting)).status).toBe(200);
    const refused = await push(waiting);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const { detail } = refused.body as { readonly detail: { readonly message: string; readonly try_after: number } };
    expect(detail.message).toContain('waits to be processed');
    expect(detail.try_after).toBeGreaterThan(Date.now() / 1_000);
    await cancel('full');
    expect((await push({ kbid: 'after' })).status).toBe(200);
  });
});
