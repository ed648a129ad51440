import fc from 'fast-check';
import { JsonStructure } from './json-structure';

const bytes = (text: string) => new TextEncoder().encode(text);
const wide = { nodesMax: 1_000_000, depthMax: 1_000 };

function problemOf(text: string, bounds: Partial<typeof wide>): string | undefined {
  return new JsonStructure({ ...wide, ...bounds }).add(bytes(text));
}

/** Tokens of a parser: each list and object, a comma between two, a colon in each member. */
function nodesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const members = Object.values(value);
  const commas = Math.max(0, members.length - 1);
  const colons = Array.isArray(value) ? 0 : members.length;
  return members.reduce<number>((sum, member) => sum + nodesOf(member), 1 + commas + colons);
}

describe('the structure of a JSON text', () => {
  it('has as many nodes as a parser makes, whatever the text is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        const nodes = nodesOf(JSON.parse(text));
        expect(problemOf(text, { nodesMax: nodes })).toBeUndefined();
        if (nodes > 0) expect(problemOf(text, { nodesMax: nodes - 1 })).toBe('nodes');
      }),
    );
  });

  it.each([
    ['quotation marks and backslashes in texts', '["\\"[[{,:", "\\\\", "]"]', { nodesMax: 3, depthMax: 1 }],
    ['texts of other scripts', '["漢字[,", "é{"]', { nodesMax: 2, depthMax: 1 }],
    ['lists beside each other', '[[],[],[]]', { nodesMax: 6, depthMax: 2 }],
  ])('is counted right with %s', (_, text, bounds) => {
    expect(problemOf(text, bounds)).toBeUndefined();
    expect(problemOf(text, { ...bounds, nodesMax: bounds.nodesMax - 1 })).toBe('nodes');
    expect(problemOf(text, { ...bounds, depthMax: bounds.depthMax - 1 })).toBe('depth');
  });

  it('is the same in whatever pieces the text comes', () => {
    const text = bytes('{"a\\"[": [1, {"b": "\\\\"}, "[[["], "é": {}}');
    for (let cut = 0; cut <= text.length; cut += 1) {
      const structure = new JsonStructure({ nodesMax: 10, depthMax: 3 });
      structure.add(text.subarray(0, cut));
      expect(structure.add(text.subarray(cut))).toBeUndefined();
      const tight = new JsonStructure({ nodesMax: 9, depthMax: 3 });
      tight.add(text.subarray(0, cut));
      expect(tight.add(text.subarray(cut))).toBe('nodes');
    }
  });

  it('is refused with the piece that breaks a bound, and stays so', () => {
    const structure = new JsonStructure({ nodesMax: 3, depthMax: 10 });
    expect(structure.add(bytes('[1,2'))).toBeUndefined();
    expect(structure.add(bytes(',3,4'))).toBe('nodes');
    expect(structure.add(bytes(']'))).toBe('nodes');
  });
});
