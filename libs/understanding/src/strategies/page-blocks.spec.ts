import { markdownBlocks, mayHaveTable, tableIn, withoutFence, withTables } from './page-blocks';
import { pageGroups } from './page-questions';

const TABLE = '| Berth | Fee |\n| --- | --: |\n| A1 | 20 |';

describe('a table in Markdown', () => {
  it('has a header, a rule and rows', () => {
    expect(tableIn(TABLE)).toBe(TABLE);
    expect(tableIn(`\`\`\`markdown\n${TABLE}\n\`\`\``)).toBe(TABLE);
    for (const text of ['', 'no table', '| only | head |', '| a |\n| b |\n| c |', '| a |\n| --- |'])
      expect(tableIn(text)).toBeUndefined();
  });

  it('is found among other text', () => {
    expect(markdownBlocks(`# Port\n\n${TABLE}\n\nEnd.\n| no table`)).toEqual([
      { kind: 'markdown', text: '# Port' },
      { kind: 'table', text: TABLE },
      { kind: 'markdown', text: 'End.' },
      { kind: 'markdown', text: '| no table' },
    ]);
  });

  it('may have a fence around it', () => {
    expect(withoutFence('```md\n# a\n```')).toBe('# a');
    expect(withoutFence('# a\n```\ncode\n```\nb')).toBe('# a\n```\ncode\n```\nb');
  });
});

describe('tables of a page', () => {
  const before = { kind: 'paragraph', text: 'before' } as const;
  const after = { kind: 'paragraph', text: 'after' } as const;

  it('stand where the first one stood', () => {
    const page = [before, { kind: 'table', text: 'old' }, after, { kind: 'table', text: 'older' }] as const;
    const written = { kind: 'table', text: TABLE, reference: 'p.png' };
    expect(withTables(page, [TABLE], 'p.png')).toEqual([before, written, after]);
    expect(withTables([before], [TABLE], undefined)).toEqual([before, { kind: 'table', text: TABLE }]);
    expect(withTables(page, [], 'p.png')).toEqual(page);
  });

  it('may be on pages that are pictures', () => {
    expect([[], [before], [{ kind: 'ocr', text: 'a' } as const]].map(mayHaveTable)).toEqual([true, false, true]);
  });
});

describe('pages that are looked at together', () => {
  it('follow each other', () => {
    expect(pageGroups([0, 1, 2, 3, 5, 9, 10], 3)).toEqual([[0, 1, 2], [3], [5], [9, 10]]);
    expect(pageGroups([0, 1], 1)).toEqual([[0], [1]]);
  });
});
