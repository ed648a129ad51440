import { blockId, definedBlocks, definitionLines } from './footnotes';

describe('footnotes', () => {
  it('name blocks by two letters, in order', () => {
    expect([0, 1, 25, 26, 675].map(blockId)).toEqual(['block-AA', 'block-AB', 'block-AZ', 'block-BA', 'block-ZZ']);
  });

  it('are read from definition lines, also with a part number, and from nothing else', () => {
    const answer = 'It says [1]: block-AB here.\n\n[1]: block-AA\n[2]: block-AB-3\n[3]: elsewhere';
    expect([...definedBlocks(answer)]).toEqual([
      [1, 'block-AA'],
      [2, 'block-AB'],
    ]);
  });

  it('are read as they are written', () => {
    expect([...definedBlocks(`It rises [1].\n\n${definitionLines(['block-AC'])}`)]).toEqual([[1, 'block-AC']]);
  });
});
