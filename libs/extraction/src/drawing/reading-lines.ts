import { regionsOf } from '../extract/pdf/columns';
import { type Row, rowsOfRuns } from '../extract/pdf/rows';
import type { Run } from '../extract/pdf/run';
import { turned } from '../extract/pdf/runs';
import type { WordBounds } from './page-structure';

/** A word whose line is not known yet. */
export interface BoundedWord extends Omit<WordBounds, 'line'> {
  /** Where its baseline begins. */
  readonly baseline: { readonly x: number; readonly y: number };
  /** Direction that it is read in: quarter turns counterclockwise. */
  readonly quarter: number;
}

/** Of the height of a word with room for accents, as most fonts have it. */
const FONT_SIZE_SHARE = 0.85;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** Puts words into the order in which the text of the page is read: columns, then lines; other directions last. */
export function inReadingOrder(words: readonly BoundedWord[]): WordBounds[] {
  const sheets = [...Map.groupBy(words, ({ quarter }) => quarter).values()];
  const chars = (sheet: readonly BoundedWord[]) => sheet.reduce((sum, { text }) => sum + text.length, 0);
  sheets.sort((one, other) => chars(other) - chars(one));
  const listed: WordBounds[] = [];
  let line = 0;
  for (const sheet of sheets) {
    const wordOf = new Map(sheet.map((word) => [runOf(word), word]));
    for (const row of regionsOf(rowsOfRuns([...wordOf.keys()])).flat()) {
      const found = runsOf(row).flatMap((run) => wordOf.get(run) ?? []);
      for (const { x, y, width, height, text } of found) listed.push({ x, y, width, height, text, line });
      line += 1;
    }
  }
  return listed;
}

function runsOf({ segments }: Row): readonly Run[] {
  const turnedOver = segments.filter(({ rightToLeft }) => rightToLeft).length > segments.length / 2;
  return (turnedOver ? segments.toReversed() : segments).flatMap(({ runs }) => runs);
}

/** For the layout of text, in which y grows upwards. */
function runOf({ text, x, y, width, height, baseline, quarter }: BoundedWord): Run {
  const [[left], [right]] = [turned(quarter, x, -y), turned(quarter, x + width, -y - height)];
  const [, line] = turned(quarter, baseline.x, -baseline.y);
  return {
    text,
    x: Math.min(left, right),
    y: line,
    width: Math.abs(right - left),
    size: (quarter % 2 === 0 ? height : width) * FONT_SIZE_SHARE,
    font: '',
    rightToLeft: RIGHT_TO_LEFT.test(text),
  };
}
