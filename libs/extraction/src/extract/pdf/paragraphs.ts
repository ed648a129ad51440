import { type Row, medianOf } from './rows';

export interface Line {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  readonly size: number;
  readonly font: string;
}

/** Lines that belong together. */
export interface Group {
  readonly lines: readonly Line[];
  /** Where the column ends on the right. */
  readonly right: number;
  readonly listItem: boolean;
}

const mark = /^(?:[•●○▪■◦‣➢✓*–—-]\s+|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]\s+)/;

export function rowGroups(rows: readonly Row[]): Group[] {
  const lines = rows.map(rowLine).filter(({ text }) => text !== '');
  const right = Math.max(0, ...lines.map((line) => line.right));
  const left = Math.min(...lines.map((line) => line.left));
  const pitch = medianOf(
    lines
      .slice(1)
      .map((line, at) => (lines[at]?.baseline ?? 0) - line.baseline)
      .filter((gap) => gap > 0),
  );
  const groups: Line[][] = [];
  lines.forEach((line, at) => {
    const previous = lines[at - 1];
    const group = groups.at(-1);
    if (previous && group && !startsParagraph(line, previous, { pitch, left, right })) group.push(line);
    else groups.push([line]);
  });
  return groups.map((members) => ({ lines: members, right, listItem: mark.test(members[0]?.text ?? '') }));
}

function rowLine(row: Row): Line {
  const [first, ...rest] = row.segments;
  if (!first) return { text: '', left: 0, right: 0, baseline: row.baseline, size: row.size, font: '' };
  const longest = rest.reduce((best, segment) => (segment.text.length > best.text.length ? segment : best), first);
  const ordered = longest.rightToLeft ? [...row.segments].reverse() : row.segments;
  return {
    text: ordered.map(({ text }) => text).join(' '),
    left: first.left,
    right: row.segments.at(-1)?.right ?? first.right,
    baseline: row.baseline,
    size: longest.size,
    font: longest.font,
  };
}

interface Measures {
  readonly pitch: number;
  readonly left: number;
  readonly right: number;
}

function startsParagraph(line: Line, previous: Line, { pitch, left, right }: Measures): boolean {
  const gap = previous.baseline - line.baseline;
  const usual = Math.max(pitch, line.size);
  if (gap < 0 || gap > Math.max(usual * 1.35, line.size * 1.6)) return true;
  if (Math.abs(line.size - previous.size) > Math.max(line.size, previous.size) * 0.1) return true;
  if (mark.test(line.text)) return true;
  if (standsElsewhere(line, previous)) return true;
  const endsEarly = previous.right < right - (right - left) * 0.12;
  if (line.font !== previous.font && endsEarly && previous.text.length < 90) return true;
  const indented = line.left > previous.left + line.size * 0.9 && line.left < previous.left + line.size * 5;
  if (indented && previous.left < left + line.size * 0.5) return true;
  return endsEarly && /[.!?:][”"')\]]?$/.test(previous.text) && /^[\p{Lu}\d“"(]/u.test(line.text);
}

/** Neither begins where the line above begins nor is centred below it. */
function standsElsewhere(line: Line, previous: Line): boolean {
  const far = Math.max(line.size, previous.size) * 2.5;
  const centres = Math.abs(line.left + line.right - previous.left - previous.right) / 2;
  return Math.abs(line.left - previous.left) > far && centres > far && Math.abs(line.right - previous.right) > far;
}

/**
 * One paragraph from its lines. A word divided at a line's end is put together, unless the document writes it with its
 * hyphen elsewhere. A line that ends although the next word had room stays a line.
 *
 * @param vocabulary the document's words in lower case
 */
export function paragraphText(group: Group, vocabulary: ReadonlySet<string>): string {
  let text = '';
  group.lines.forEach((line, at) => {
    const previous = group.lines[at - 1];
    if (!previous) text = line.text;
    else if (!isDivided(text, line.text) && hadRoom(previous, line, group.right)) text += `\n${line.text}`;
    else text = joinedText(text, line.text, vocabulary);
  });
  return text;
}

/** Two pieces of one sentence. */
export function joinedText(before: string, after: string, vocabulary: ReadonlySet<string>): string {
  if (isDivided(before, after)) return joinDivided(before, after, vocabulary);
  if (/[\p{L}\d]-$/u.test(before.slice(-3)) && /^\d/.test(after)) return before + after;
  return before + gapFor(before, after) + after;
}

function isDivided(before: string, after: string): boolean {
  return /\p{L}[-\u00ad\u2010]$/u.test(before.slice(-3)) && /^\p{L}/u.test(after);
}

/** Whether the last line of a group reaches the end of its column. */
export function fillsColumn({ lines, right }: Group): boolean {
  const left = Math.min(...lines.map((line) => line.left));
  return (lines.at(-1)?.right ?? 0) >= right - (right - left) * 0.12;
}

/** Scripts without spaces do not get one at a line's end. */
function gapFor(before: string, after: string): string {
  return /[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]$/.test(before.slice(-1)) &&
    /^[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]/.test(after)
    ? ''
    : ' ';
}

function joinDivided(before: string, after: string, vocabulary: ReadonlySet<string>): string {
  const head = /[\p{L}-]+$/u.exec(before.slice(-WORD_CHARS_MAX, -1))?.[0] ?? '';
  const tail = /^[\p{L}-]+/u.exec(after.slice(0, WORD_CHARS_MAX))?.[0] ?? '';
  const whole = `${head}${tail}`.toLowerCase();
  const hyphenated = `${head}-${tail}`.toLowerCase();
  const keep =
    !before.endsWith('\u00ad') && (/^\p{Lu}/u.test(tail) || (vocabulary.has(hyphenated) && !vocabulary.has(whole)));
  return (keep ? before : before.slice(0, -1)) + after;
}

const WORD_CHARS_MAX = 100;

function hadRoom(previous: Line, line: Line, right: number): boolean {
  const word = /^\S+/.exec(line.text)?.[0].length ?? 1;
  const perChar = (line.right - line.left) / Math.max(1, line.text.length);
  return previous.right + (word + 1) * perChar < right - line.size * 1.5;
}
