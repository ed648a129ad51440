/** Class of a character for the word scanner. Classes of characters inside words come before the others. */
export const characterClass = {
  /** Parts words. */
  other: 0,
  /** Letters, their marks, and numbers that are no decimal digits. */
  letter: 1,
  digit: 2,
  /** Invisible inside a word: soft hyphen, joiners, tatweel. */
  ignored: 3,
  /** Letters of scripts that put no spaces between words. */
  unspaced: 4,
  /** The first half of a character outside the basic plane: `astralClass` knows the rest. */
  surrogate: 5,
} as const;

const BASIC_PLANE = 0x10000;

const classes: readonly (readonly [RegExp, number])[] = [
  [/[\p{L}\p{M}\p{No}\p{Nl}]+/gu, characterClass.letter],
  [/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu, characterClass.unspaced],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆ゝゞ]+/gu, characterClass.unspaced],
  [/\p{Nd}+/gu, characterClass.digit],
  [/[\u00ad\u0640\u180e\u200c\u200d\u2060\ufe00-\ufe0f\ufeff]+/gu, characterClass.ignored],
];

let table: Uint8Array | undefined;

/** The class of every UTF-16 unit. Built once, 64 KiB. */
export function characterClasses(): Uint8Array {
  table ??= build();
  return table;
}

/** The class of a character outside the basic plane. */
export function astralClass(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  let found: number = characterClass.other;
  for (const [pattern, value] of classes) if (character.search(pattern) === 0) found = value;
  return found;
}

function build(): Uint8Array {
  const built = new Uint8Array(BASIC_PLANE);
  const units = Uint16Array.from({ length: BASIC_PLANE }, (_, code) =>
    code >= 0xd800 && code <= 0xdfff ? 0x20 : code,
  );
  const plane = Buffer.from(units.buffer).toString('utf16le');
  for (const [pattern, value] of classes) {
    for (const { index, 0: run } of plane.matchAll(pattern)) built.fill(value, index, index + run.length);
  }
  return built.fill(characterClass.surrogate, 0xd800, 0xdc00);
}
