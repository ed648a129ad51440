import { readingCost } from './reading-cost';

/** Lines with bytes beyond ASCII are looked at, up to this number of bytes. */
const SAMPLE_BYTES = 2_048;
const LINE_BYTES_MAX = 512;
const SCANNED_BYTES = 4 * 1_048_576;

/** Candidates for undeclared character sets, with a penalty for unusual ones, in nats. */
const candidates: readonly (readonly [charset: string, unusual: number])[] = [
  ['windows-1252', 0],
  ['windows-1250', 1.5],
  ['windows-1251', 1],
  ['gb18030', 1],
  ['shift_jis', 1],
  ['big5', 1.5],
  ['euc-kr', 1.5],
  ['euc-jp', 2],
  ['koi8-r', 2],
  ['koi8-u', 2.5],
  ['windows-1253', 1.5],
  ['windows-1254', 1],
  ['windows-1255', 1.5],
  ['windows-1256', 1.5],
  ['windows-1257', 1.5],
  ['windows-874', 1.5],
  ['iso-8859-2', 3.5],
  ['iso-8859-15', 3],
  ['iso-8859-5', 3],
  ['iso-8859-6', 3],
  ['iso-8859-7', 2.5],
  ['iso-8859-8', 2.5],
  ['iso-8859-13', 3.5],
  ['iso-8859-16', 4],
  ['ibm866', 3],
  ['macintosh', 6],
  ['x-mac-cyrillic', 6],
];
const japanese = new Set(['shift_jis', 'euc-jp']);
/** Other sets of East Asia have kana, too, but their texts do not. */
const KANA_COST = 4;

export interface CharsetGuess {
  readonly charset: string;
  /** How surprising the sample is when it is read so, in nats. */
  readonly cost: number;
  /** How much more surprising the next reading is that gives another text. */
  readonly margin: number;
}

/** The character set in which bytes make the least surprising text. */
export function guessCharset(bytes: Uint8Array): CharsetGuess {
  const sample = tellingSample(bytes);
  const readings = candidates
    .map(([charset, unusual]) => {
      const text = new TextDecoder(charset).decode(sample);
      return { charset, text, cost: readingCostIn(charset, text) + unusual };
    })
    .sort((one, other) => one.cost - other.cost);
  const [best = { charset: 'windows-1252', text: '', cost: 0 }] = readings;
  const other = readings.find(({ text }) => text !== best.text);
  return { charset: best.charset, cost: best.cost, margin: (other?.cost ?? Infinity) - best.cost };
}

/** How surprising the same sample is in a character set; comparable with that of a guess. */
export function costIn(charset: string, bytes: Uint8Array): number {
  return readingCostIn(charset, new TextDecoder(charset).decode(tellingSample(bytes)));
}

function readingCostIn(charset: string, text: string): number {
  const kana = japanese.has(charset) ? 0 : (text.match(/[\u3041-\u30fa]/gu)?.length ?? 0);
  return readingCost(text) + kana * KANA_COST;
}

/** Lines, because a line's end is never part of a character. */
function tellingSample(bytes: Uint8Array): Uint8Array {
  const lines: Uint8Array[] = [];
  let sizeBytes = 0;
  const end = Math.min(bytes.length, SCANNED_BYTES);
  for (let start = 0; start < end && sizeBytes < SAMPLE_BYTES;) {
    const at = bytes.indexOf(LINE_FEED, start);
    const next = at === -1 ? bytes.length : at + 1;
    const line = bytes.subarray(start, Math.min(next, start + LINE_BYTES_MAX));
    if (line.some((byte) => byte > 0x7f)) {
      lines.push(line);
      sizeBytes += line.length;
    }
    start = next;
  }
  return sizeBytes > 0 ? Buffer.concat(lines) : bytes.subarray(0, SAMPLE_BYTES);
}

const LINE_FEED = 0x0a;
