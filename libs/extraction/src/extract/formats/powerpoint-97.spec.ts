import { blocksOf, read } from '../../fixtures/reading.fixture';
import { powerPoint97 } from '../../fixtures/powerpoint-97.fixture';

describe('a presentation of before 2007', () => {
  it('has a page for every slide, with its notes and comments, then what all slides show', async () => {
    const document = await read(
      powerPoint97({
        slides: [
          { title: 'Budget', lines: ['Dredging: 40,000\rCrane: 20,000'], comment: 'Too much?' },
          { title: 'Plans', lines: ['New crane'], notes: 'Ask the council first.' },
        ],
        master: 'Harbour office',
        footer: 'Confidential',
      }),
    );
    expect(document.blocks.map(({ page }) => page)).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 1]);
    expect(blocksOf(document)).toEqual([
      'heading 2: Budget',
      'paragraph: Dredging: 40,000',
      'paragraph: Crane: 20,000',
      'paragraph: Too much?',
      'heading 2: Plans',
      'paragraph: New crane',
      'paragraph: Ask the council first.',
      'paragraph: Confidential',
      'paragraph: Harbour office',
    ]);
    expect(document).toMatchObject({ pages: 2, mediaType: 'application/vnd.ms-powerpoint' });
  });

  it('keeps the rows of its tables', async () => {
    const rows = [
      ['Season', 'Closes', 'Fee'],
      ['Summer', '22:00', '4'],
    ];
    const document = await read(powerPoint97({ slides: [{ title: 'Hours', table: rows }] }));
    expect(blocksOf(document)).toEqual(['heading 2: Hours', 'table: Season: Summer | Closes: 22:00 | Fee: 4']);
  });

  it('that is encrypted or damaged says so, and what to do', async () => {
    const slides = [{ title: 'Budget' }];
    await expect(read(powerPoint97({ slides, isEncrypted: true }))).rejects.toThrow(/encrypted .* save it as \.pptx/);
    const long = powerPoint97({ slides: [{ title: 'Budget', lines: ['word '.repeat(2_000)] }] });
    await expect(read(long.subarray(0, 3_000), { filename: 'a.ppt' })).rejects.toThrow(/damaged/);
  });
});
