import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { sevenZip, tarFile } from '../../fixtures/archives.fixture';
import { blocksOf, read } from '../../fixtures/reading.fixture';
import { aesZip, dosZip, lockedZip } from '../../fixtures/zip.fixture';

const csv = 'Berth,Fee\nA1,20\n';
const blocks = ['heading 2: fees.csv', 'table: Berth: A1 | Fee: 20'];

describe('an archive', () => {
  it.each([
    ['tar', tarFile({ 'fees.csv': csv, '.hidden': 'x', 'plans/notes.txt': 'The lock is open.' })],
    ['tar.gz', gzipSync(tarFile({ 'fees.csv': csv, 'plans/notes.txt': 'The lock is open.' }))],
  ])('that is a %s gives its files one after the other', async (_, bytes) => {
    const found = blocksOf(await read(bytes)).filter((block) => !/a part without a name/.test(block));
    expect(found).toEqual([...blocks, 'heading 2: plans/notes.txt', 'paragraph: The lock is open.']);
  });

  it('that is a 7z gives its files, too', async () => {
    expect(blocksOf(await read(sevenZip('fees.csv', csv)))).toEqual(blocks);
  });

  it('that unpacks to too much, is encrypted or damaged says so', async () => {
    const large = tarFile({ 'a.txt': 'x'.repeat(5_000) });
    await expect(read(large, {}, { inflatedBytesMax: 4_000 })).rejects.toThrow(/unpacks to more than/);
    const broken = sevenZip('a.txt', 'x');
    broken[12] = 77;
    await expect(read(broken)).rejects.toThrow(/archive is damaged/);
    const cut = tarFile({ 'a.txt': 'x'.repeat(600), 'b.txt': 'y'.repeat(6_000) }).subarray(0, 4_000);
    const { text, warnings } = await read(cut);
    expect(text).toContain('xxx');
    expect(warnings.map(({ body }) => body).join('\n')).toMatch(/damaged/);
  });

  it('of names in other encodings keeps them readable', async () => {
    const zip = dosZip([Buffer.from([0x67, 0x72, 0x94, 0xe1, 0x65, 0x2e, 0x74, 0x78, 0x74])], 'Text.');
    expect(blocksOf(await read(zip))).toEqual(['heading 2: größe.txt', 'paragraph: Text.']);
    const names = ['見積書の一覧表.txt', '会議の議事録と資料.txt'].map((name) => sjis[name] ?? Buffer.from(name));
    expect((await read(dosZip(names, 'Text.'))).text).toContain('見積書の一覧表.txt');
  });

  it.each([1, 2, 3] as const)(
    'that is encrypted with AES of strength %d is opened with its password',
    async (strength) => {
      const locked = await aesZip({ 'notes.txt': 'The lock is open.', 'größe.csv': csv }, 'sésame', strength);
      expect(blocksOf(await read(locked, { password: 'sésame' }))).toEqual([
        'heading 2: notes.txt',
        'paragraph: The lock is open.',
        'heading 2: größe.csv',
        'table: Berth: A1 | Fee: 20',
      ]);
      await expect(read(locked, { password: 'other' })).rejects.toThrow(/password that was given does not open it/);
    },
  );

  it('that is encrypted unpacks to no more than is allowed, whatever it says', async () => {
    const locked = await aesZip({ 'a.txt': ' '.repeat(3_000_000) }, 'key', 3);
    await expect(read(locked, { password: 'key' }, { inflatedBytesMax: 1_000_000 })).rejects.toThrow(/unpacks to more/);
    const cut = Buffer.from(locked);
    cut.fill(0, 60, 90);
    await expect(read(cut, { password: 'key' })).rejects.toThrow(/does not open it/);
  });

  it('that is encrypted is opened with its password, and says when that is wrong or missing', async () => {
    const locked = lockedZip('notes.txt', 'The lock is open.', 'sésame');
    expect((await read(locked, { password: 'sésame' })).text).toContain('The lock is open.');
    expect((await read(locked)).warnings.map(({ body }) => body)).toEqual([
      'Files that are encrypted were left out: send the archive again with its password: 1',
    ]);
    await expect(read(locked, { password: 'other' })).rejects.toThrow(/password that was given does not open it/);
  });

  it('of pictures, sound and what nobody reads says how many were left out', async () => {
    const { warnings } = await read(zipSync({ 'a.bin': new Uint8Array(500) }));
    expect(warnings.map(({ body }) => body)).toEqual([
      'Files within the file that nothing here can read (application/octet-stream) were left out: 1',
    ]);
  });
});

/** As Windows writes them in Japan. */
const sjis: Readonly<Record<string, Buffer>> = {
  '見積書の一覧表.txt': Buffer.from('8ca990cf8f9182cc88ea9797955c2e747874', 'hex'),
  '会議の議事録と資料.txt': Buffer.from('89ef8b6382cc8b638e96985e82c68e9197bf2e747874', 'hex'),
};
