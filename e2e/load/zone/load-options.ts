/** Command line of `npm run bench:load`. */
export interface LoadOptions {
  readonly parts: readonly string[];
  /** Of mixed load, for `memory`. */
  readonly minutes: number;
  /** Where zones are kept between runs. */
  readonly folder?: string;
  /** Only fills what will be measured later. */
  readonly fillOnly: boolean;
}

const MINUTES = 30;

/** @throws Error for an option that there is not, or text instead of a number */
export function loadOptions(given: readonly string[]): LoadOptions {
  const parts: string[] = [];
  let [minutes, folder, fillOnly]: [number, string | undefined, boolean] = [MINUTES, undefined, false];
  for (let i = 0; i < given.length; i += 1) {
    const word = given[i] ?? '';
    if (word === '--minutes') minutes = Number(given[(i += 1)]);
    else if (word === '--folder') folder = given[(i += 1)];
    else if (word === '--fill') fillOnly = true;
    else if (word.startsWith('-')) throw new Error(`There is no option ${word}: --minutes, --folder, --fill`);
    else parts.push(word);
  }
  if (!(minutes > 0)) throw new Error('--minutes takes a number above 0');
  return { parts, minutes, folder, fillOnly };
}
