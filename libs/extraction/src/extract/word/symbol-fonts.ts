/** Characters of the font Symbol, from each code on; a blank is only a piece of a larger sign. */
const symbol: readonly (readonly [from: number, characters: string])[] = [
  [0x20, ' !∀#∃%&∋()∗+,−./0123456789:;<=>?'],
  [0x40, '≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_'],
  [0x60, '‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼'],
  [0xa0, '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…  ↵'],
  [0xc0, 'ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑'],
  [0xf1, '〉∫'],
];
/** Signs of Wingdings in documents: boxes, marks, arrows, bullets. */
const wingdings: Readonly<Record<number, string>> = {
  0x21: '✏',
  0x28: '☎',
  0x2a: '✉',
  0x4a: '☺',
  0x6c: '●',
  0x6e: '■',
  0x6f: '□',
  0x71: '❑',
  0x75: '◆',
  0x76: '❖',
  0x9f: '•',
  0xa7: '▪',
  0xa8: '□',
  0xd8: '➢',
  0xdf: '←',
  0xe0: '→',
  0xe1: '↑',
  0xe2: '↓',
  0xe8: '➔',
  0xf0: '⇨',
  0xfb: '✗',
  0xfc: '✓',
  0xfd: '☒',
  0xfe: '☑',
};
/** Where fonts without names for their characters have them. */
const PRIVATE = 0xf000;

/**
 * The character that a sign of a font looks like; undefined for one that is not known.
 *
 * @param code in hexadecimal digits, with or without the offset of private characters
 */
export function symbolOf(font: string, code: string): string | undefined {
  const number = Number.parseInt(code, 16);
  if (Number.isNaN(number) || number > 0xffff) return undefined;
  const own = number >= PRIVATE ? number - PRIVATE : number;
  if (/^wingdings$/i.test(font)) return wingdings[own];
  if (/^symbol$/i.test(font)) {
    const [from, characters] = symbol.findLast(([first]) => first <= own) ?? [0, ''];
    return characters.charAt(own - from).trim() || undefined;
  }
  return number >= 0x20 && number < 0xd800 ? String.fromCharCode(number) : undefined;
}
