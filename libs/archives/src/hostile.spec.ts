import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { longestBlockMs } from '@lectern/testing';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { ArchiveMembers } from './archive-members';
import { tarOf, zipOf } from './archives.fixture';
import { unpackIntoFolder } from './folder-unpacking';
import { gunzipped } from './gzip';
import { lockedZipContent, lockedZipEntries } from './locked-zip';
import { unpackTar } from './tar';
import { UnpackBudget } from './unpack-budget';
import { UnpackError } from './unpack-error';
import { UnpackedFolder } from './unpacked-folder';
import { firstZipEntry, openZipArchive } from './zip-archive';

const MEBIBYTE = 1_048_576;
const bounds = { bytesMax: MEBIBYTE, filesMax: 20, nameCharsMax: 100 };
const BLOCK_MS_MAX = 1_000;
const zeros = (mebibytes: number) => Buffer.alloc(mebibytes * MEBIBYTE);
const untarred = (bytes: Buffer) => gunzipSync(bytes);

/** Makes the archive state wrong sizes everywhere. */
function lying(zip: Buffer): Buffer {
  const bytes = Buffer.from(zip);
  for (let at = bytes.indexOf('PK\x01\x02'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 4))
    bytes.writeUInt32LE(10, at + 24);
  bytes.writeUInt32LE(10, 22);
  return bytes;
}

let place: string;
let folder: string;
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'hostile-archives-'));
  folder = join(place, 'to');
  await mkdir(folder);
});
afterEach(() => rm(place, { recursive: true }));

type Unpack = (bytes: Buffer) => Promise<unknown>;

const intoFolder: Unpack = async (bytes) => {
  await writeFile(join(place, 'archive'), bytes);
  await unpackIntoFolder(join(place, 'archive'), folder, bounds);
};
const zipInMemory: Unpack = async (bytes) => {
  const archive = await openZipArchive(bytes, new UnpackBudget(bounds));
  return archive.entries.map(({ name }) => archive.read(name));
};
const chosenOfZip: Unpack = async (bytes) => firstZipEntry(bytes, () => true, bounds.bytesMax);
const locked: Unpack = async (bytes) => {
  const budget = new UnpackBudget(bounds);
  for (const entry of await lockedZipEntries(bytes)) await lockedZipContent(entry, Buffer.from('key'), budget);
};
const gzip: Unpack = async (bytes) => gunzipped(bytes, bounds.bytesMax);
const members: Unpack = async (bytes) => {
  const archive = await ArchiveMembers.open(bytes);
  const budget = new UnpackBudget(bounds);
  for (let member = archive.next(); member; member = archive.next()) {
    budget.use(member.sizeBytes);
    member.read();
  }
};

/** The fault of an archive; any other error fails the test. */
async function faultOf(unpack: Unpack, bytes: Buffer): Promise<UnpackError['fault'] | undefined> {
  try {
    await unpack(bytes);
  } catch (error) {
    if (error instanceof UnpackError) return error.fault;
    throw error;
  }
  return undefined;
}

async function writtenBytes(): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = files
    .filter((file) => file.isFile())
    .map(async (file) => (await stat(join(file.parentPath, file.name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

const file = { path: 'a/zeros', bytes: zeros(20) };
const many = Array.from({ length: 30 }, (_, at) => ({ path: `${at}`, bytes: zeros(0.05) }));

const bombs: readonly (readonly [name: string, Unpack, () => Buffer])[] = [
  ['a zip', zipInMemory, () => zipOf([file])],
  ['a zip that says it is small', zipInMemory, () => lying(zipOf([file]))],
  ['a zip of many files', zipInMemory, () => zipOf(many)],
  ['an entry of a zip', chosenOfZip, () => lying(zipOf([file]))],
  ['an encrypted zip', locked, () => zipOf([file])],
  ['a gzip', gzip, () => gzipSync(zeros(20))],
  ['a tar', members, () => untarred(tarOf([file]))],
  ['a zip into a folder', intoFolder, () => zipOf([file])],
  ['a zip into a folder that says it is small', intoFolder, () => lying(zipOf([file]))],
  ['a tar into a folder', intoFolder, () => untarred(tarOf([file]))],
  ['a gzipped tar into a folder', intoFolder, () => tarOf([file])],
  ['what a tar says of all its files', intoFolder, () => tarOf([{ ...file, kind: 'g' }])],
];

describe('archives of others', () => {
  const honest = [
    { path: 'a/one.txt', bytes: Buffer.from('The moon pulls the sea. '.repeat(40)) },
    { path: 'two.txt', bytes: Buffer.from('High water.') },
  ];

  it.each(bombs)('unpack to no more bytes than they may: %s', async (_, unpack, bytes) => {
    const fault = await faultOf(unpack, bytes());
    // A library may notice first that the stated sizes are wrong.
    expect(['bytes', 'damaged']).toContain(fault?.kind);
    expect(await writtenBytes()).toBeLessThanOrEqual(bounds.bytesMax);
  });

  const named = (kind: string) => Array.from({ length: 30 }, (_, at) => ({ path: `${at}/`, kind }));
  const foldersOfZip = () =>
    Buffer.from(zipSync(Object.fromEntries(named('5').map(({ path }) => [path, new Uint8Array()]))));
  const ofFiles = () => Array.from({ length: 30 }, (_, at) => ({ path: `${at}`, bytes: Buffer.from('x') }));
  it.each([
    ['files of a zip', () => zipOf(ofFiles())],
    ['folders of a zip', foldersOfZip],
    ['files of a tar', () => tarOf(ofFiles())],
    ['folders of a tar', () => tarOf(named('5'))],
    ['words of a tar about all files', () => tarOf(named('g'))],
    ['words of a tar about the next file', () => tarOf(named('x'))],
  ])('have no more entries than they may, whatever those are: %s', async (_, bytes) => {
    expect(await faultOf(intoFolder, bytes())).toEqual({ kind: 'files', filesMax: bounds.filesMax });
  });

  it('have no more entries than fit, in memory', async () => {
    const names = Array.from({ length: 20_001 }, (_, at) => [`${at}`, strToU8('x')] as const);
    const zip = Buffer.from(zipSync(Object.fromEntries(names), { level: 0 }));
    for (const unpack of [zipInMemory, chosenOfZip])
      expect(await faultOf(unpack, zip)).toEqual({ kind: 'files', filesMax: 20_000 });
  });

  it('describe their entries in no more bytes than a library can hold as objects', async () => {
    const extra = { 0x7fff: new Uint8Array(60_000) };
    const told: Zippable = {};
    for (let at = 0; at < 80; at += 1) told[`${at}`] = [strToU8('x'), { extra }];
    const zip = Buffer.from(zipSync(told));
    const wide = { ...bounds, bytesMax: 2 ** 30, filesMax: 100 };
    await writeFile(join(place, 'archive'), zip);
    const unpackers: readonly Unpack[] = [
      (bytes) => openZipArchive(bytes, new UnpackBudget(wide)),
      chosenOfZip,
      locked,
      () => unpackIntoFolder(join(place, 'archive'), folder, wide),
    ];
    for (const unpack of unpackers)
      expect(await faultOf(unpack, zip)).toEqual({ kind: 'damaged', reason: 'its directory is too large' });
  });

  it('are read up to the entry that is wanted: later ones of its name may be damaged, and cost nothing', async () => {
    const good = Buffer.from('good');
    const zip = zipOf([
      { path: 'a', bytes: good },
      ...Array.from({ length: 9 }, () => ({ path: 'a', bytes: zeros(5) })),
    ]);
    expect(await firstZipEntry(zip, ({ name }) => name === 'a', bounds.bytesMax)).toEqual(new Uint8Array(good));
    expect(await firstZipEntry(zip, ({ name }) => name === 'b', bounds.bytesMax)).toBeUndefined();
  });

  const hugeBounds = { ...bounds, bytesMax: 2 ** 40, filesMax: 1_000 };
  const longName = { path: 'x', bytes: Buffer.from(`13 path=a/b\n`) };
  it.each([
    ['nothing', []],
    ['long names', [{ ...longName, kind: 'L' }]],
    ['words about all files', [{ ...longName, kind: 'g' }]],
    ['words about the next file', [{ ...longName, kind: 'x' }]],
    [
      'files with many words about each',
      [...Array.from({ length: 20 }, () => ({ ...longName, kind: 'x' })), { path: 'a', bytes: Buffer.from('x') }],
    ],
    ['files', [{ path: 'a', bytes: Buffer.from('x') }]],
  ])('are given up when their tar never ends: %s', async (_, entries) => {
    const blocks = untarred(tarOf(entries)).subarray(0, entries.length > 0 ? -1024 : undefined);
    async function* endless() {
      for (;;) yield blocks;
    }
    const unpack = () => unpackTar(endless(), new UnpackedFolder(folder, hugeBounds));
    expect(['damaged', 'files']).toContain((await faultOf(unpack, blocks))?.kind);
  });

  it('keep the event loop free while the words of a tar about all files are copied for each file', async () => {
    const words = Array.from({ length: 25_000 }, (_, at) => `10 ${10_000 + at}=\n`).join('');
    const all = { path: 'x', kind: 'g', bytes: Buffer.from(words) };
    const rest = Array.from({ length: 4_000 }, () => ({ ...longName, kind: 'x' }));
    await writeFile(join(place, 'archive'), tarOf([all, ...rest]));
    const unpacked = () =>
      unpackIntoFolder(join(place, 'archive'), folder, { ...hugeBounds, filesMax: 10_000 }).catch(() => undefined);
    expect(await longestBlockMs(unpacked)).toBeLessThan(BLOCK_MS_MAX);
  });

  /** Puts another size into the first header of a tar. */
  const sized = (size: string, entries = [{ path: 'a', bytes: Buffer.from('x') }]) => {
    const bytes = untarred(tarOf(entries));
    bytes.write(size.padEnd(12, '\0'), 124, 'latin1');
    bytes.write('        ', 148);
    const sum = bytes.subarray(0, 512).reduce((one, other) => one + other, 0);
    bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return bytes;
  };
  const stated = (size: string) => ({ path: 'x', kind: 'x', bytes: Buffer.from(`${9 + size.length} size=${size}\n`) });
  it.each([
    ['negative', () => sized('-5')],
    ['negative, in bytes', () => sized('\xff'.repeat(12))],
    ['no number', () => sized('zzz')],
    ['larger than the archive', () => sized('77777777777')],
    ['negative, beside the header', () => untarred(tarOf([stated('-5'), { path: 'a', bytes: Buffer.from('x') }]))],
    ['no number, beside the header', () => untarred(tarOf([stated('z'), { path: 'a', bytes: Buffer.from('x') }]))],
  ])('are damaged when a size in a tar is wrong: %s', async (_, bytes) => {
    expect(await faultOf(intoFolder, bytes())).toMatchObject({ kind: 'damaged' });
  });

  it('are cut off without the end of a tar, also between two files', async () => {
    const whole = untarred(tarOf(honest));
    for (const bytes of [whole.subarray(0, -1024), whole.subarray(0, 512 + 1024)])
      expect(await faultOf(intoFolder, bytes)).toEqual({ kind: 'damaged', reason: 'end' });
  });

  it.each([
    ['zip', zipOf],
    ['tar', (files: typeof honest) => untarred(tarOf(files))],
    ['gzipped tar', tarOf],
  ])('are not at fault when the disk is full: %s', async (_, packed) => {
    // Every write to this device fails like one to a full disk.
    await symlink('/dev/full', join(folder, 'two.txt'));
    await expect(intoFolder(packed(honest))).rejects.toMatchObject({ code: 'ENOSPC' });
  });

  it('have long names by both ways in which a tar writes those', async () => {
    const long = `${'folder/'.repeat(12)}${'f'.repeat(90)}`;
    const words = `path=${long}\n`;
    const named = [
      { path: 'x', kind: 'x', bytes: Buffer.from(`${words.length + 4} ${words}`) },
      { path: 'cut', bytes: Buffer.from('one') },
      { path: '././@LongLink', kind: 'L', bytes: Buffer.from(`${long}2\0`) },
      { path: 'cut', bytes: Buffer.from('two') },
    ];
    await writeFile(join(place, 'archive'), tarOf(named));
    await unpackIntoFolder(join(place, 'archive'), folder, { ...bounds, nameCharsMax: 200 });
    expect(await readFile(join(folder, long), 'utf8')).toBe('one');
    expect(await readFile(join(folder, `${long}2`), 'utf8')).toBe('two');
  });

  const outside = ['../out', '/out', '..', 'a/../../out', 'a\\..\\..\\out', 'C:\\out', 'a\0b', 'x'.repeat(101)];
  it.each(outside)('write nothing outside of their folder: %j', async (path) => {
    const bytes = Buffer.from('x');
    for (const archive of [tarOf([{ path: path.slice(0, 99), bytes }]), zipOf([{ path, bytes }])]) {
      const fault = await faultOf(intoFolder, archive);
      // A tar has names of 100 bytes, which end with a zero byte.
      if (fault) expect(fault).toMatchObject({ kind: 'name' });
      else expect([...path].length > 100 || path.includes('\0')).toBe(true);
    }
    expect((await readdir(place)).toSorted()).toEqual(['archive', 'to']);
  });

  const linked: Zippable = { link: [strToU8('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }] };
  it.each([
    ['a hard link', tarOf([{ path: 'link', kind: '1' }])],
    ['a symbolic link', tarOf([{ path: 'link', kind: '2' }])],
    ['a device', tarOf([{ path: 'link', kind: '3' }])],
    ['a pipe', tarOf([{ path: 'link', kind: '6' }])],
    ['a symbolic link in a zip', Buffer.from(zipSync(linked))],
  ])('make no links and no devices: %s', async (_, bytes) => {
    expect(await faultOf(intoFolder, bytes)).toEqual({ kind: 'no file', name: 'link' });
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    ['a file in a file', ['a', 'a/b']],
    ['a file instead of a folder', ['a/b', 'a']],
  ])('are damaged when their names contradict each other: %s', async (_, paths) => {
    const entries = paths.map((path) => ({ path, bytes: Buffer.from('x') }));
    for (const archive of [tarOf(entries), zipOf(entries)]) {
      expect(await faultOf(intoFolder, archive)).toMatchObject({ kind: 'damaged' });
      await rm(folder, { recursive: true });
      await mkdir(folder);
    }
  });

  it.each([
    ['a zip', zipInMemory, zipOf(honest)],
    ['an entry of a zip', chosenOfZip, zipOf(honest)],
    ['an encrypted zip', locked, zipOf(honest)],
    ['a gzip', gzip, gzipSync('The moon pulls the sea.')],
    ['a tar', members, untarred(tarOf(honest))],
    ['a zip into a folder', intoFolder, zipOf(honest)],
    ['a tar into a folder', intoFolder, untarred(tarOf(honest))],
    ['a gzipped tar into a folder', intoFolder, tarOf(honest)],
  ])('that are damaged or cut anywhere say so, or are read: %s', async (_, unpack, whole) => {
    expect(await faultOf(unpack, whole)).toBeUndefined();
    // A fixed sequence, so that failures are reproducible.
    let state = 17;
    const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
    for (let round = 0; round < 90; round += 1) {
      const bytes = Buffer.from(round % 3 === 0 ? whole.subarray(0, random(whole.length)) : whole);
      for (let left = round % 3 === 0 ? 0 : 4; left > 0; left -= 1) bytes[random(bytes.length)] = random(256);
      await faultOf(unpack, bytes);
      expect(await writtenBytes()).toBeLessThanOrEqual(bounds.bytesMax);
      await rm(folder, { recursive: true });
      await mkdir(folder);
    }
    expect(await readdir(place)).toEqual(expect.arrayContaining(['to']));
  });

  it.each([
    ['a zip', () => zipOf([{ path: 'zeros', bytes: zeros(100) }])],
    ['a gzipped tar', () => tarOf([{ path: 'zeros', bytes: zeros(100) }])],
  ])('leave the event loop free while they are written into a folder: %s', async (_, bytes) => {
    await writeFile(join(place, 'archive'), bytes());
    const large = { ...bounds, bytesMax: 200 * MEBIBYTE };
    expect(await longestBlockMs(() => unpackIntoFolder(join(place, 'archive'), folder, large))).toBeLessThan(
      BLOCK_MS_MAX,
    );
    expect(await writtenBytes()).toBe(100 * MEBIBYTE);
  });
});
