import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { unpackArchive, unpackingLimits } from './archive';
import { tarOf, zipOf } from '../../../archives/src/archives.fixture';

const weights = Buffer.from('weights of a model '.repeat(10_000));
const entries = [
  { path: 'model/onnx/model.onnx', bytes: weights },
  { path: 'model/tokenizer.json', bytes: Buffer.from('{}') },
];

describe('unpackArchive', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'archives-'));
    await mkdir(join(folder, 'to'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function unpack(bytes: Buffer, limits = unpackingLimits): Promise<void> {
    await writeFile(join(folder, 'archive'), bytes);
    await unpackArchive(join(folder, 'archive'), join(folder, 'to'), limits);
  }

  it.each([
    ['a gzipped tar', tarOf(entries)],
    ['a tar', gunzipSync(tarOf(entries))],
    ['a zip', zipOf(entries)],
  ])('writes the files of %s', async (_, bytes) => {
    await unpack(bytes);
    expect(await readFile(join(folder, 'to/model/onnx/model.onnx'))).toEqual(weights);
    expect(await readFile(join(folder, 'to/model/tokenizer.json'), 'utf8')).toBe('{}');
  });

  const escaping = ['../out', '/out', 'a/../../out', 'a\\..\\..\\out'];
  it.each(escaping.flatMap((path) => [tarOf, zipOf].map((pack) => [path, pack] as const)))(
    'refuses %s, and writes nothing outside',
    async (path, pack) => {
      await expect(unpack(pack([{ path, bytes: weights }]))).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringContaining('outside of its folder'),
      });
      expect((await readdir(folder)).sort()).toEqual(['archive', 'to']);
    },
  );

  it.each([
    ['a tar', tarOf(entries)],
    ['a zip', zipOf(entries)],
  ])('stops where %s unpacks to more than is allowed', async (_, bytes) => {
    await expect(unpack(bytes, { ...unpackingLimits, bytesMax: 100_000 })).rejects.toThrow(
      'unpacks to more than 100,000',
    );
    await expect(unpack(bytes, { ...unpackingLimits, filesMax: 1 })).rejects.toThrow('more than 1 files');
  });

  it('refuses a zip whose content is not what its directory says', async () => {
    const bytes = zipOf(entries);
    const wrong = Buffer.from(bytes);
    // The end of the first entry's packed content, and its checksum in the directory.
    wrong.fill(0xff, 80, 120);
    await expect(unpack(wrong)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('zip archive is damaged'),
    });
    const lying = Buffer.from(bytes);
    lying.writeUInt32LE(1, lying.indexOf('PK\x01\x02') + 16);
    await expect(unpack(lying)).rejects.toThrow('The zip archive is damaged');
  });

  it('refuses links', async () => {
    await expect(unpack(tarOf([{ path: 'link', kind: '2' }]))).rejects.toThrow('has what is no file: "link"');
  });

  it.each([
    ['a tar that is cut off', tarOf(entries).subarray(0, 400)],
    ['a zip that is cut off', zipOf(entries).subarray(0, 300)],
    ['what is no archive', Buffer.from('hello')],
    ['nothing', Buffer.alloc(0)],
  ])('says in a line what is wrong with %s', async (_, bytes) => {
    await expect(unpack(bytes)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(/^(The|This).*(archive|cut off).*$/),
    });
  });
});
