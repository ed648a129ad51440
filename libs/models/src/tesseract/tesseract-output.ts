import type { Recognition, RecognizedPage } from '../recognizer';

type Words = RecognizedPage['tokens'];

/** Row types of the table: a picture (1), a block, a paragraph, a line (4) and a word (5). */
const [PICTURE, LINE, WORD] = ['1', '4', '5'];
const COLUMNS = 12;
const CONFIDENCE = 10;
/** A longer text is not a word. */
const WORD_CHARS_MAX = 200;
const HEADER = 'level\tpage_num\t';
const NUMBERS = /^[1-5](?:\t\d+){9}\t/;

/** Parses Tesseract's output, a table of words (`tsv`) and text, picture by picture. */
export function recognitionOf(output: string): Recognition {
  const lines: string[] = [];
  const pages: { page: RecognizedPage['page']; tokens: Words[number][]; lines: number }[] = [];
  for (const line of output.replace(/\f/g, '').split('\n')) {
    const row = NUMBERS.test(line) ? line.split('\t') : [];
    if (row.length !== COLUMNS) {
      if (!line.startsWith(HEADER)) lines.push(line);
      continue;
    }
    const [x = 0, y = 0, width = 0, height = 0] = row.slice(6, 10).map(Number);
    const [level, text = ''] = [row[0], row.at(-1)?.trim().slice(0, WORD_CHARS_MAX)];
    if (level === PICTURE) pages.push({ page: { width, height }, tokens: [], lines: 0 });
    const page = pages.at(-1);
    if (page && level === LINE) page.lines += 1;
    if (page && level === WORD && text !== '')
      page.tokens.push({ x, y, width, height, text, line: Math.max(0, page.lines - 1) });
  }
  return { text: lines.join('\n').trimEnd(), pages: pages.map(({ page, tokens }) => ({ page, tokens })) };
}

/** Tesseract's average confidence in its words, in per cent; 100 when it prints none. */
export function recognitionConfidence(output: string): number {
  let [sum, count] = [0, 0];
  for (const line of output.split('\n')) {
    if (!line.startsWith(`${WORD}\t`) || !NUMBERS.test(line)) continue;
    const row = line.split('\t');
    if (row.length !== COLUMNS || row.at(-1)?.trim() === '') continue;
    sum += Number(row[CONFIDENCE]) || 0;
    count += 1;
  }
  return count === 0 ? 100 : sum / count;
}
