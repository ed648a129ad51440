/** Where names are in a sorted list: from, and up to without. */
type Range = readonly [from: number, to: number];

/** Names that begin with a text. */
export function beginningWith(
  names: readonly string[],
  beginning: string,
  [from, to]: Range = [0, names.length],
): Range {
  const first = placeOf(names, (name) => name >= beginning, [from, to]);
  return [first, placeOf(names, (name) => !name.startsWith(beginning), [first, to])];
}

/**
 * Names that begin with a text in which up to one character is changed, removed or added. At each character of the text
 * the names that begin like it so far are looked at by their next character, so that what it costs does not depend on
 * how many names there are.
 *
 * @param names different ones, sorted
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

/** The different characters that names of a range, all of which begin so, have next. */
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

/** The first place of a range from which on something holds; the end of the range where it never does. */
function placeOf(names: readonly string[], holds: (name: string) => boolean, [from, to]: Range): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(names[middle] ?? '')) high = middle;
    else low = middle + 1;
  }
  return low;
}
