/** A range in a sorted list of names: inclusive start, exclusive end. */
type Range = readonly [from: number, to: number];

/** Names that begin with a text. */
export function beginningWith(
  names: readonly string[],
  beginning: string,
  [from, to]: Range = [0, names.length],
): Range {
  const first = firstIndexWhere(names, (name) => name >= beginning, [from, to]);
  return [first, firstIndexWhere(names, (name) => !name.startsWith(beginning), [first, to])];
}

/**
 * Names that begin with a text in which up to one character is changed, removed or added. At each character of the
 * text, the names with that prefix are searched by their next character, so the cost does not depend on the number of
 * names.
 *
 * @param names unique and sorted
 */
export function nearlyBeginningWith(names: readonly string[], text: string): ReadonlySet<string> {
  const letters = [...text];
  const found = new Set<string>();
  const add = (beginning: string, within: Range) => {
    const [from, to] = beginningWith(names, beginning, within);
    for (let i = from; i < to; i += 1) found.add(names[i] ?? '');
  };
  let within: Range = [0, names.length];
  let before = '';
  for (const [i, letter] of letters.entries()) {
    const after = letters.slice(i + 1).join('');
    add(before + after, within);
    for (const [next, range] of nextCharacters(names, before, within)) {
      add(before + next + after, range);
      add(before + next + letter + after, range);
    }
    before += letter;
    within = beginningWith(names, before, within);
    if (within[0] === within[1]) return found;
  }
  add(text, within);
  return found;
}

/** The distinct next characters of the names in a range, which share a prefix. */
function* nextCharacters(
  names: readonly string[],
  before: string,
  [from, to]: Range,
): Generator<readonly [next: string, range: Range]> {
  for (let i = from; i < to;) {
    const [next] = names[i]?.slice(before.length) ?? '';
    if (next === undefined) {
      i += 1;
      continue;
    }
    const range = beginningWith(names, before + next, [i, to]);
    yield [next, range];
    i = range[1];
  }
}

/** The first index of a range from which a condition holds; the end of the range if it never does. */
function firstIndexWhere(names: readonly string[], holds: (name: string) => boolean, [from, to]: Range): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(names[middle] ?? '')) high = middle;
    else low = middle + 1;
  }
  return low;
}
