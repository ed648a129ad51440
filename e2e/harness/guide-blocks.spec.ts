import { blocksOf, fits, jsonValues, shownValues } from './guide-blocks';

describe('blocks of a page', () => {
  it('have their place, language and text', () => {
    const page = ['# Title', '', '```sh', 'echo one', 'echo two', '```', 'text', '```', 'x', '```'].join('\n');
    expect(blocksOf('a.md', page)).toEqual([
      { place: 'a.md:3', language: 'sh', text: 'echo one\necho two', fails: false },
      { place: 'a.md:8', language: '', text: 'x', fails: false },
    ]);
  });

  it.each([
    ['<!-- not run: needs a cluster -->', { notRun: 'needs a cluster', fails: false }],
    ['<!-- not run -->', { notRun: '', fails: false }],
    ['<!-- not run: -->', { notRun: '', fails: false }],
    ['<!-- fails: readers cannot write -->', { fails: true }],
  ])('take the mark above them: %s', (mark, expected) => {
    const [block, next] = blocksOf('a.md', `${mark}\n\n\`\`\`sh\nx\n\`\`\`\n\`\`\`sh\ny\n\`\`\``);
    expect(block).toMatchObject(expected);
    expect(next).toEqual({ place: 'a.md:6', language: 'sh', text: 'y', fails: false });
  });

  it('take no mark from above a text between them', () => {
    const [block] = blocksOf('a.md', '<!-- not run: why -->\ntext\n```sh\nx\n```');
    expect(block).not.toHaveProperty('notRun');
  });

  it('have an end', () => {
    expect(() => blocksOf('a.md', '```sh\nx')).toThrow('a.md:1: the block has no end');
  });
});

describe('values of an answer', () => {
  it('are one document, or one on each line', () => {
    expect(jsonValues('{\n"a": 1}')).toEqual([{ a: 1 }]);
    expect(jsonValues('{"a":1}\nnoise\n{"b":2}\n')).toEqual([{ a: 1 }, { b: 2 }]);
  });

  it('may be shown in part', () => {
    expect(shownValues('{"id": "9…", "list": [1, …], …}')).toEqual([{ id: '9…', list: [1] }]);
    expect(shownValues('[{…}]')).toEqual([[{}]]);
  });
});

describe('a shown answer', () => {
  it.each([
    [{ a: 1 }, { a: 2, b: 3 }],
    [{ a: null }, { a: 'text' }],
    [{ a: 'text' }, { a: null }],
    [{ '5f…': { a: 1 } }, { other: { b: 1 }, id: { a: 2 } }],
    [[{ a: 1 }], [{ b: 1 }, { a: 2 }]],
    [[], [1]],
  ])('fits a real one: %j, %j', (shown, actual) => {
    expect(fits(shown, actual)).toBe(true);
  });

  it.each([
    [{ a: 1 }, { b: 1 }],
    [{ a: 1 }, { a: '1' }],
    [{ a: { b: 1 } }, { a: {} }],
    [{ '5f…': { a: 1 } }, {}],
    [[1], []],
    [[1], { 0: 1 }],
    [{ a: 1 }, 'a'],
  ])('does not fit one without what it shows: %j, %j', (shown, actual) => {
    expect(fits(shown, actual)).toBe(false);
  });
});
