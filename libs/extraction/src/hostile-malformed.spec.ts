import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { Extractor } from './extractor';
import { filesOfAllFormats } from './fixtures/all-formats.fixture';
import { tarFile } from './fixtures/archives.fixture';
import { compoundFile, packedObject } from './fixtures/compound.fixture';
import { extractorOptions } from './fixtures/extractor-options.fixture';
import { malformed, randomNumbers } from './fixtures/malformed.fixture';
import { collected } from './fixtures/understood.fixture';
import { word97 } from './fixtures/word-97.fixture';

/** A nightly run may ask for 1,000 and more. */
const FILES = Number(process.env['MALFORMED_FILES'] ?? 150);
const SEED = Number(process.env['MALFORMED_SEED'] ?? 1);
/** With what a process needs besides its heap: 512 MiB. */
const MEMORY_MB = 256;
const OPTIONS = { ...extractorOptions, memoryMb: MEMORY_MB, timeoutMs: 10_000 };
/** Messages of the runtime when it ends, and of libraries without a better one. */
const RUNTIME =
  /call stack|heap|out of memory|SIG[A-Z]+|ended|is not a function|Cannot read prop|undefined|\[OfficeParser\]/;

describe('a malformed file', () => {
  const extractor = new Extractor(OPTIONS);
  afterAll(() => extractor.close());

  function understand(filename: string, content: Uint8Array, password?: string) {
    const field = {
      sizeBytes: content.length,
      opening: async (bytesMax: number) => content.subarray(0, bytesMax),
      open: async () => Readable.from([content]),
      filename,
      password,
    };
    return collected(extractor.understand(field, { understand: {}, owner: 'kb' }));
  }

  it('is one that could be read', async () => {
    for (const [name, content] of Object.entries(filesOfAllFormats)) {
      const { text, errors } = await understand(
        name,
        content(),
        /^locked\.(zip|doc|xls)$/.test(name) ? 'key' : undefined,
      );
      expect([name, text === '', errors.filter(({ severity }) => severity === 'ERROR')]).toEqual([name, false, []]);
    }
  }, 120_000);

  it(`is read or says why not: ${FILES} of them, from seed ${SEED}`, async () => {
    const random = randomNumbers(SEED);
    const names = Object.keys(filesOfAllFormats);
    const unexplained: string[] = [];
    for (let at = 0; at < FILES; at += 1) {
      const name = names[at % names.length] ?? '';
      const content = malformed(filesOfAllFormats[name]?.() ?? new Uint8Array(), random);
      const { text, errors } = await understand(name, content, random(2) === 0 ? 'key' : undefined);
      const said = errors.map(({ text: reason }) => reason).join('\n');
      if ((text === '' && said === '') || RUNTIME.test(said)) unexplained.push(`${name} ${at}: ${said}`);
    }
    expect(unexplained).toEqual([]);
  }, 1_800_000);

  it.each([
    [
      'a tar of many files',
      'a.tar',
      () => tarFile(Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`${at}.txt`, 'x']))),
    ],
    [
      'a packed tar that unpacks to far too much',
      'a.tgz',
      () => gzipSync(tarFile({ 'a.txt': new Uint8Array(75 * 1_048_576) })),
    ],
    ['a compound file in compound files', 'a.doc', () => nestedObjects(8)],
    ['a compound file whose sectors go round in circles', 'a.doc', circular],
  ])(
    '%s is read or says why not',
    async (_, filename, contentOf) => {
      const { text, errors } = await understand(filename, contentOf());
      expect(text === '' && errors.length === 0).toBe(false);
      expect(errors.map(({ text: reason }) => reason).join('\n')).not.toMatch(RUNTIME);
    },
    60_000,
  );
});

function nestedObjects(depth: number): Uint8Array {
  const inner = depth === 0 ? Buffer.from('x') : nestedObjects(depth - 1);
  const streams = { 'ObjectPool/_1/\u0001Ole10Native': packedObject('a.doc', inner) };
  return word97({ paragraphs: [{ text: 'x' }], streams });
}

/** Every sector of it is followed by itself. */
function circular(): Uint8Array {
  const bytes = Buffer.from(compoundFile({ WordDocument: Buffer.alloc(9_000, 1), '0Table': Buffer.alloc(9_000, 2) }));
  const table = 512 * (bytes.readUInt32LE(76) + 1);
  for (let at = 0; at < 128; at += 1)
    if (bytes.readUInt32LE(table + at * 4) < 128) bytes.writeUInt32LE(at, table + at * 4);
  return new Uint8Array(bytes);
}
