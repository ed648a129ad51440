/** The name of the nth block of a context, from 0: `block-AA`, `block-AB`, … `block-BA`, … At most 676 have one. */
export function blockId(index: number): string {
  const letter = (value: number) => String.fromCharCode('A'.charCodeAt(0) + value);
  return `block-${letter(Math.floor(index / 26) % 26)}${letter(index % 26)}`;
}

/** Definition lines as they stand at the end of an answer, one per mark: `[1]: block-AA`. */
export function definitionLines(blocks: readonly string[]): string {
  return blocks.map((block, index) => `[${index + 1}]: ${block}`).join('\n');
}

const definition = /^\[(\d{1,3})\]:\s(block-[A-Z]{2})(?:-\d+)?\s*$/gm;

/** The block that each mark of an answer stands for, as its definition lines say. */
export function definedBlocks(answer: string): ReadonlyMap<number, string> {
  return new Map([...answer.matchAll(definition)].map(([, mark, block = '']) => [Number(mark), block]));
}
