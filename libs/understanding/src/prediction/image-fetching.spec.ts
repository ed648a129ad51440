import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { CompletionMessage, CompletionRequest } from '@lectern/contracts/understanding';
import { AllowList, Egress, Guard } from '@lectern/egress';
import { ImageFetching } from './image-fetching';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const { signal } = new AbortController();

describe('Images that a request names', () => {
  let server: Server;
  let egress: Egress;
  let origin: string;
  let asked = 0;

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked += 1;
      if (request.url === '/page') response.end('<html>');
      else if (request.url === '/large') response.end(Buffer.concat([PNG, Buffer.alloc(3_000_001)]));
      else if (request.url === '/gone') response.writeHead(404).end();
      else response.end(PNG);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A listening TCP server has an AddressInfo.
    const { port } = server.address() as AddressInfo;
    origin = `http://127.0.0.1:${port}`;
    egress = new Egress(new Guard(new AllowList([`127.0.0.1:${port}`])));
  });
  afterAll(async () => {
    await egress.onApplicationShutdown();
    server.close();
  });

  const naming = (...urls: string[]) => {
    const content = urls.map((url) => ({ type: 'image_url' as const, image_url: { url } }));
    return Object.assign(new CompletionRequest(), {
      messages: [Object.assign(new CompletionMessage(), { role: 'user', content })],
    });
  };
  const withImages = (...urls: string[]) => new ImageFetching(egress).withImages(naming(...urls), signal);

  it('come with it as data, each fetched once; those that are in it stay', async () => {
    asked = 0;
    const own = 'data:image/png;base64,AAAA';
    const { messages } = await withImages(`${origin}/a`, own, `${origin}/a`);
    const data = `data:image/png;base64,${PNG.toString('base64')}`;
    expect(messages[0]?.content).toMatchObject([data, own, data].map((url) => ({ image_url: { url } })));
    expect(asked).toBe(1);
  });

  it.each([
    ['/page', 'not a PNG'],
    ['/large', 'larger'],
    ['/gone', 'answered 404'],
  ])('are refused for %s', async (path, reason) => {
    const message = expect.stringContaining(reason);
    await expect(withImages(`${origin}${path}`)).rejects.toMatchObject({ code: 'invalid_request', message });
  });

  it('are never fetched from private addresses, nor too many of them', async () => {
    asked = 0;
    const refused = { code: 'invalid_request' };
    await expect(withImages('http://169.254.169.254/latest')).rejects.toMatchObject(refused);
    await expect(withImages('http://127.0.0.1:1/a.png')).rejects.toMatchObject(refused);
    await expect(withImages(...Array.from({ length: 9 }, (_, i) => `${origin}/${i}`))).rejects.toMatchObject(refused);
    expect(asked).toBe(0);
  });
});
