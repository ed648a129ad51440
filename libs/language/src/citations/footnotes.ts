/**
 * The name of the nth block of a context, from 0: `block-AA`, `block-AB`, … `block-BA`, … There are at most 676 names.
 */
export function blockId(index: number): string {
  const letter = (value: number) => String.fromCharCode('A'.charCodeAt(0) + value);
  return `block-${letter(Math.floor(index / 26) % 26)}${letter(index % 26)}`;
}

/** Definition lines at the end of an answer, one per mark: `[1]: block-AA`. */
export function definitionLines(blocks: readonly string[]): string {
  return blocks.map((block, index) => `[${index + 1}]: ${block}`).join('\n');
}

const definition = /^\[(\d{1,3})\]:\s(block-[A-Z]{2})(?:-\d+)?\s*$/gm;

/** The block of each mark in an answer, according to its definition lines. */
export function definedBlocks(answer: string): ReadonlyMap<number, string> {
  return new Map([...answer.matchAll(definition)].map(([, mark, block = '']) => [Number(mark), block]));
}
