import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileForm } from './file-form';

const limits = { sizeBytesMax: 10_000, timeoutMs: 5_000 };
const FILE = Buffer.from([0, 1, 2, 13, 10, 45, 45, 255]);

describe('a form with a file', () => {
  let server: Server;
  let origin: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      readFileForm(request, limits).then(
        ({ file, fields }) => response.end(JSON.stringify({ file: file?.toString('hex') ?? null, fields })),
        (error: unknown) => {
          request.resume();
          response.statusCode = Object(error).status;
          response.end(JSON.stringify({ message: Object(error).message }));
        },
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const send = async (body: FormData | string, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(origin, { method: 'POST', body, headers });
    return [answer.status, await answer.json()];
  };
  const formOf = (parts: readonly (readonly [string, string | Blob])[]) => {
    const form = new FormData();
    for (const [name, value] of parts) {
      if (typeof value === 'string') form.append(name, value);
      else form.append(name, value, 'a.bin');
    }
    return form;
  };
  const file = ['file', new Blob([FILE])] as const;
  const multipart = { 'content-type': 'multipart/form-data; boundary=b' };

  it('is its texts by name, and the bytes of the file', async () => {
    expect(await send(formOf([['passphrase', 'ä b'], file, ['overwrite', 'true']]))).toEqual([
      200,
      { file: FILE.toString('hex'), fields: { passphrase: 'ä b', overwrite: 'true' } },
    ]);
  });

  it('may lack the file, and has every text of a name that is repeated', async () => {
    expect(
      await send(
        formOf([
          ['a', '1'],
          ['a', '2'],
        ]),
      ),
    ).toEqual([200, { file: null, fields: { a: ['1', '2'] } }]);
  });

  it.each([
    ['another type', 415, '{}', { 'content-type': 'application/json' }],
    ['no boundary', 422, 'a', { 'content-type': 'multipart/form-data' }],
    ['nothing', 422, '', multipart],
    ['another boundary', 422, '--c\r\n\r\n--c--', multipart],
    ['no end', 422, '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n1', multipart],
    ['a part without a name', 422, '--b\r\n\r\n1\r\n--b--\r\n', multipart],
    ['too many parts', 422, '--b\r\n'.repeat(22), multipart],
    ['too many bytes', 413, 'x'.repeat(10_001), multipart],
  ])('is refused with %s', async (_, status, body, headers) => {
    expect(await send(body, headers)).toEqual([status, { message: expect.any(String) }]);
  });

  it('is refused with several files, a file as a text, or a text as the file', async () => {
    const forms = [[file, file], [['passphrase', new Blob(['a'])]], [['file', 'text']]] as const;
    for (const parts of forms) expect((await send(formOf(parts)))[0]).toBe(422);
  });
});
