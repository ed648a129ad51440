/** A stretch of reStructuredText that can be read by itself. */
export type RstPart = { readonly title: string; readonly level: number } | { readonly body: string };

/** Bodies are cut after this many characters, at the next place where that changes nothing. */
const BODY_CHARS_AIMED = 4_000;
const UNDERLINE = /^([!-/:-@[-`{-~])\1+\s*$/;

/**
 * Titles, and bodies between them. A parser that reads one body at a time takes time that grows with the text;
 * all at once, with its third power where titles or rules follow each other.
 */
export function rstParts(rst: string): RstPart[] {
  const lines = rst.split(/\r?\n/);
  const styles: string[] = [];
  const parts: RstPart[] = [];
  let body: string[] = [];
  let chars = 0;
  const close = () => {
    if (body.some((line) => line.trim() !== '')) parts.push({ body: body.join('\n') });
    body = [];
    chars = 0;
  };
  for (let at = 0; at < lines.length; at += 1) {
    const title = chars === 0 || lines[at - 1]?.trim() === '' ? titleAt(lines, at) : undefined;
    if (title) {
      close();
      if (!styles.includes(title.style) && styles.length < STYLES_MAX) styles.push(title.style);
      const level = styles.indexOf(title.style) + 1 || STYLES_MAX;
      if (title.text !== '') parts.push({ title: title.text, level });
      at += title.lines - 1;
      continue;
    }
    const line = lines[at] ?? '';
    if (chars >= BODY_CHARS_AIMED && lines[at - 1]?.trim() === '' && /^(\p{L}|\.\. )/u.test(line)) close();
    body.push(line);
    chars += line.length + 1;
  }
  close();
  return parts;
}

const STYLES_MAX = 6;
const TITLE_CHARS_MAX = 500;

/** A title with a line below it, or one above and one below; a line for itself, with no title. */
function titleAt(lines: readonly string[], at: number) {
  const [first = '', second = '', third = ''] = lines.slice(at, at + 3);
  const above = UNDERLINE.exec(first)?.[1];
  if (above === undefined) {
    const below = isTitle(first) && !/^\s/.test(first) ? UNDERLINE.exec(second)?.[1] : undefined;
    return below && reaches(second, first) ? { text: first.trim(), style: below, lines: 2 } : undefined;
  }
  const closes = isTitle(second) && UNDERLINE.exec(third)?.[1] === above && reaches(third, second);
  if (closes) return { text: second.trim(), style: above + above, lines: 3 };
  return second.trim() === '' && first.trim().length >= RULE_CHARS_MIN ? { text: '', style: '', lines: 1 } : undefined;
}

const RULE_CHARS_MIN = 4;

function isTitle(line: string): boolean {
  return line.length <= TITLE_CHARS_MAX && /[\p{L}\p{N}]/u.test(line);
}

/** Lines of characters wider than usual, as in Chinese, are shorter than their titles. */
function reaches(line: string, title: string): boolean {
  return line.trim().length >= Math.min(title.trim().length, RULE_CHARS_MIN);
}
