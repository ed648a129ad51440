import { lockedWord97 } from '../../fixtures/rc4.fixture';
import { packedObject } from '../../fixtures/compound.fixture';
import { blocksOf, read } from '../../fixtures/reading.fixture';
import { IN_TABLE, listItem, ROW_END, word97 } from '../../fixtures/word-97.fixture';

const cell = (text: string) => ({ text: `${text}\u0007`, sprms: IN_TABLE });
const row = (...cells: string[]) => [...cells.map(cell), { text: '\u0007', sprms: ROW_END }];

describe('a Word document of before 2007', () => {
  it('gives headings, lists, tables and where links lead', async () => {
    const link = '\u0013 HYPERLINK "https://example.org/locks" \u0014the lock\u0015';
    const document = await read(
      word97({
        paragraphs: [
          { text: 'Opening hours', style: 1 },
          { text: `Ask at ${link} – über sechs Uhr.` },
          { text: 'Crews', sprms: listItem(0) },
          { text: 'Pilots', sprms: listItem(1) },
          ...row('Season', 'Closes', 'Fee'),
          ...row('Summer', '22:00', '4'),
          { text: 'After the table.' },
        ],
      }),
    );
    expect(blocksOf(document)).toEqual([
      'heading 1: Opening hours',
      'paragraph: Ask at the lock – über sechs Uhr.',
      'list_item 0: Crews',
      'list_item 1: Pilots',
      'table: Season: Summer | Closes: 22:00 | Fee: 4',
      'paragraph: After the table.',
    ]);
    expect(document.links).toEqual(['https://example.org/locks']);
    expect(document.mediaType).toBe('application/msword');
  });

  it('gives footnotes and comments, and once what runs along every page', async () => {
    const document = await read(
      word97({
        paragraphs: [{ text: 'Text.\u0002' }],
        footnotes: '\u0002 A footnote.\r',
        headers: 'Rules of the port\rRules of the port\r12\r',
        comments: 'Really?\r',
      }),
    );
    expect(blocksOf(document)).toEqual([
      'paragraph: Text.',
      'paragraph: A footnote.',
      'paragraph: Rules of the port',
      'paragraph: Really?',
    ]);
  });

  it('gives the files within it', async () => {
    const object = packedObject('fees.csv', Buffer.from('Berth,Fee\nA1,20\n'));
    const streams = { 'ObjectPool/_1/\u0001Ole10Native': object };
    const document = await read(word97({ paragraphs: [{ text: 'See the list.' }], streams }));
    expect(blocksOf(document)).toEqual([
      'paragraph: See the list.',
      'heading 2: fees.csv',
      'table: Berth: A1 | Fee: 20',
    ]);
  });

  it('that is encrypted is opened with its password, and says when that is wrong or missing', async () => {
    const locked = lockedWord97(word97({ paragraphs: [{ text: 'The lock is open. '.repeat(80) }] }), 'sésame');
    expect((await read(locked, { password: 'sésame' })).text).toMatch(/^(The lock is open\. ?){80}$/);
    await expect(read(locked)).rejects.toThrow('encrypted and no password was given: send it again');
    await expect(read(locked, { password: 'other' })).rejects.toThrow('password that was given does not open it');
  });

  it('that is damaged says so, and what to do', async () => {
    const paragraphs = [{ text: 'Text.' }];
    await expect(read(word97({ paragraphs, isEncrypted: true }), { password: 'x' })).rejects.toThrow(
      /cannot be opened/,
    );
    const bytes = word97({ paragraphs: [{ text: 'Text. '.repeat(2_000) }] });
    await expect(read(bytes.subarray(0, 3_000), { filename: 'a.doc' })).rejects.toThrow(/damaged/);
  });
});
