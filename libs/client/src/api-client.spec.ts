import { downloadFileField, uploadFile, uploadFileField } from '@lectern/contracts/knowledge-box';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { ApiClient, ApiError } from './api-client';

const NO_TEXT = Buffer.from([0, 255, 254, 10, 13, 128]);

interface Received {
  readonly request: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

describe('bytes', () => {
  const received: Received[] = [];
  let server: Server;
  let client: ApiClient;

  /** Keeps uploads, and answers downloads with binary data. */
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const { method, url = '', headers } = request;
      received.push({ request: `${method} ${url}`, headers, body: await buffer(request) });
      if (url.includes('none')) response.writeHead(404, { 'content-type': 'application/json' }).end('{"detail":"No"}');
      else if (method === 'GET') response.writeHead(200, { 'content-type': 'image/png' }).end(NO_TEXT);
      else response.writeHead(201, { 'content-type': 'application/json' }).end('{"uuid":"u","field_id":"f"}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A server that listens on a port has an address of this kind.
    client = new ApiClient({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  });
  afterAll(async () => {
    server.close();
    await once(server, 'close');
  });

  it('are uploaded as they are, with the headers that describe them', async () => {
    const headers = { 'content-type': 'image/png', 'x-filename': 'a.png' };
    const answer = await client.upload(uploadFile, NO_TEXT, { params: { kbid: 'k' }, headers });
    expect(answer).toMatchObject({ uuid: 'u', field_id: 'f' });
    expect(received.at(-1)).toMatchObject({ request: 'POST /api/v1/kb/k/upload', headers, body: NO_TEXT });
  });

  it('are uploaded without a media type when none is given', async () => {
    await client.upload(uploadFile, NO_TEXT, { params: { kbid: 'k' } });
    expect(received.at(-1)?.headers).not.toHaveProperty('content-type');
  });

  it('are uploaded while they come', async () => {
    const content = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of ['one', 'two']) controller.enqueue(Buffer.from(piece));
        controller.close();
      },
    });
    await client.upload(uploadFileField, content, { params: { kbid: 'k', rslug: 's', field_id: 'f' } });
    expect(received.at(-1)).toMatchObject({
      request: 'POST /api/v1/kb/k/slug/s/file/f/upload',
      headers: { 'transfer-encoding': 'chunked' },
      body: Buffer.from('onetwo'),
    });
  });

  it('are downloaded as they are', async () => {
    const params = { kbid: 'k', rid: 'r', field_id: 'f' };
    const bytes = await client.download(downloadFileField, { params, query: { inline: true } });
    expect(bytes).toEqual(NO_TEXT);
    expect(received.at(-1)?.request).toBe('GET /api/v1/kb/k/resource/r/file/f/download/field?inline=true');
  });

  it('are a file with its media type', async () => {
    const params = { kbid: 'k', rid: 'r', field_id: 'f' };
    const file = await client.file(downloadFileField, { params });
    expect([file.type, Buffer.from(await file.arrayBuffer())]).toEqual(['image/png', NO_TEXT]);
  });

  it('that are not there are an error, not content', async () => {
    const params = { kbid: 'k', rid: 'r', field_id: 'none' };
    const refused = client.download(downloadFileField, { params });
    await expect(refused).rejects.toThrow(ApiError);
    await expect(refused).rejects.toMatchObject({ status: 404, body: { detail: 'No' } });
  });
});
