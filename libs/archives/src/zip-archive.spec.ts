import { crc32 } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { zipOf } from './archives.fixture';
import { UnpackBudget } from './unpack-budget';
import { UnpackError } from './unpack-error';
import { openZipArchive } from './zip-archive';

const budget = () => new UnpackBudget({ bytesMax: 1_000_000, filesMax: 10, nameCharsMax: 100 });
const honest = zipOf([
  { path: 'a.txt', bytes: Buffer.from('The moon pulls the sea.') },
  { path: 'b.txt', bytes: Buffer.from('High water.') },
]);
const END = honest.length - 22;
const textsOf = async (bytes: Uint8Array) => {
  const archive = await openZipArchive(bytes, budget());
  return archive.entries.map(({ name }) => `${name}: ${Buffer.from(archive.read(name) ?? []).toString()}`);
};
const both = ['a.txt: The moon pulls the sea.', 'b.txt: High water.'];

function changed(change: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.from(honest);
  change(bytes);
  return bytes;
}

/** With the numbers of the end in the records that large archives have. */
function large(): Buffer {
  const record = Buffer.alloc(56);
  record.write('PK\x06\x06', 'latin1');
  record.writeUInt32LE(44, 4);
  record.writeUInt32LE(2, 24);
  record.writeUInt32LE(2, 32);
  record.writeUInt32LE(honest.readUInt32LE(END + 12), 40);
  record.writeUInt32LE(honest.readUInt32LE(END + 16), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeUInt32LE(END, 8);
  locator.writeUInt32LE(1, 16);
  const end = Buffer.from(honest.subarray(END));
  end.fill(0xff, 8, 20);
  return Buffer.concat([honest.subarray(0, END), record, locator, end]);
}

/** A name in an unknown encoding, with the same name as UTF-8 beside it. */
function named(raw: Buffer, name: string): Uint8Array {
  const told = Buffer.concat([Buffer.from([1, 0, 0, 0, 0]), Buffer.from(name)]);
  told.writeUInt32LE(crc32(raw), 1);
  const bytes = Buffer.from(
    zipSync({ [raw.toString('latin1').replace(/[^a-z]/g, 'x')]: [strToU8('Text.'), { extra: { 0x7075: told } }] }),
  );
  for (let at = bytes.indexOf('PK'); at >= 0; at = bytes.indexOf('PK', at + 2)) {
    const field = { '\x03\x04': 30, '\x01\x02': 46 }[bytes.toString('latin1', at + 2, at + 4)];
    if (field !== undefined) raw.copy(bytes, at + field);
  }
  return bytes;
}

describe('a ZIP archive in memory', () => {
  it.each([
    ['behind a program that unpacks it', Buffer.concat([Buffer.alloc(3_000, 'program'), honest])],
    ['before other bytes', Buffer.concat([honest, Buffer.alloc(3_000)])],
    ['with the records of large archives', large()],
    ['with an end that states too many files', changed((bytes) => bytes.writeUInt16LE(9, END + 10))],
  ])('is read %s', async (_, bytes) => {
    expect(await textsOf(bytes)).toEqual(both);
  });

  it.each([
    ['states a directory outside of it', changed((bytes) => bytes.fill(0xee, END + 12, END + 20))],
    ['has no end', honest.subarray(0, END)],
    ['has only an end', honest.subarray(END)],
    ['states that it has no files', changed((bytes) => bytes.writeUInt16LE(0, END + 10))],
    ['has no files', Buffer.from(zipSync({}))],
  ])('is damaged when it %s', async (_, bytes) => {
    const fault = await openZipArchive(bytes, budget()).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(UnpackError);
    expect(fault).toMatchObject({ fault: { kind: 'damaged' } });
  });

  it('has the names that are stored as UTF-8 beside those in an unknown encoding', async () => {
    expect(await textsOf(named(Buffer.from([0x67, 0xf2, 0xe5]), 'größe'))).toEqual(['größe: Text.']);
  });
});
