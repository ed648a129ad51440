/** Scripts, and the languages (ISO 639-1) that are written in them and can be distinguished here. */
const scripts: readonly (readonly [name: string, pattern: RegExp, languages: readonly string[]])[] = [
  [
    'Latin',
    /\p{Script=Latin}/gu,
    'az ca cs da de en es et eu fi fr hr hu is it lt lv ms nl no pl pt ro sk sl sq sv tl tr vi yo'.split(' '),
  ],
  ['Cyrillic', /\p{Script=Cyrillic}/gu, ['ru', 'uk', 'be', 'bg', 'sr']],
  ['Arabic', /\p{Script=Arabic}/gu, ['ar', 'fa', 'ur', 'ku']],
  ['Devanagari', /\p{Script=Devanagari}/gu, ['hi', 'mr']],
  ['Han', /\p{Script=Han}/gu, ['zh']],
  ['Kana', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, ['ja']],
  ['Hangul', /\p{Script=Hangul}/gu, ['ko']],
  ['Greek', /\p{Script=Greek}/gu, ['el']],
  ['Hebrew', /\p{Script=Hebrew}/gu, ['he']],
  ['Thai', /\p{Script=Thai}/gu, ['th']],
  ['Lao', /\p{Script=Lao}/gu, ['lo']],
  ['Khmer', /\p{Script=Khmer}/gu, ['km']],
  ['Myanmar', /\p{Script=Myanmar}/gu, ['my']],
  ['Bengali', /\p{Script=Bengali}/gu, ['bn']],
  ['Gujarati', /\p{Script=Gujarati}/gu, ['gu']],
  ['Gurmukhi', /\p{Script=Gurmukhi}/gu, ['pa']],
  ['Kannada', /\p{Script=Kannada}/gu, ['kn']],
  ['Malayalam', /\p{Script=Malayalam}/gu, ['ml']],
  ['Oriya', /\p{Script=Oriya}/gu, ['or']],
  ['Tamil', /\p{Script=Tamil}/gu, ['ta']],
  ['Telugu', /\p{Script=Telugu}/gu, ['te']],
  ['Sinhala', /\p{Script=Sinhala}/gu, ['si']],
  ['Tibetan', /\p{Script=Tibetan}/gu, ['bo']],
  ['Georgian', /\p{Script=Georgian}/gu, ['ka']],
  ['Armenian', /\p{Script=Armenian}/gu, ['hy']],
  ['Ethiopic', /\p{Script=Ethiopic}/gu, ['am']],
];

/** A character of these says as much as several letters of an alphabet. */
const weights: Readonly<Record<string, number>> = { Han: 4, Kana: 4, Hangul: 2 };
const KANA_SHARE_MIN = 0.1;

export interface DominantScript {
  /** Languages written in it, ISO 639-1. */
  readonly languages: readonly string[];
  /** 0..1, of all letters; 0 without known letters. */
  readonly share: number;
}

/** The script most of a text is written in. Han with kana among it is Japanese. */
export function dominantScript(text: string): DominantScript {
  const counts = countScripts(text);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return { languages: [], share: 0 };
  const kana = counts.get('Kana') ?? 0;
  const ideographic = kana + (counts.get('Han') ?? 0);
  if (kana > 0 && kana >= KANA_SHARE_MIN * ideographic) {
    counts.set('Kana', ideographic);
    counts.delete('Han');
  }
  const [name, count] = [...counts].reduce((best, next) => (next[1] > best[1] ? next : best));
  const languages = scripts.find((script) => script[0] === name)?.[2] ?? [];
  return { languages, share: count / total };
}

function countScripts(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  let left = text.match(/\p{L}/gu)?.length ?? 0;
  for (const [name, pattern] of scripts) {
    if (left <= 0) break;
    const found = text.match(pattern)?.length ?? 0;
    if (found > 0) counts.set(name, found * (weights[name] ?? 1));
    left -= found;
  }
  return counts;
}
