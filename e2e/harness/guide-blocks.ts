/** A fenced block of a page. */
export interface GuideBlock {
  /** Path and line of the fence, such as `docs/guides/ask.md:12`. */
  readonly place: string;
  /** First word of the fence; empty without one. */
  readonly language: string;
  readonly text: string;
  /** Why it is not run, when a comment above it says so; empty when the comment has no reason. */
  readonly notRun?: string;
  /** Whether a comment above it says that it fails. */
  readonly fails: boolean;
}

const MARK = /^<!-- (not run|fails)\b:?(.*)-->$/;

/**
 * The fenced blocks of a page in order. Above a block, `<!-- not run: reason -->` leaves it out and
 * `<!-- fails: reason -->` says that it ends with an error, as a refused call does.
 */
export function blocksOf(page: string, markdown: string): readonly GuideBlock[] {
  const blocks: GuideBlock[] = [];
  const lines = markdown.split('\n');
  let mark: readonly string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const [, language] = /^```(\w*)/.exec(line) ?? [];
    if (language === undefined) {
      if (line !== '') mark = MARK.exec(line)?.slice(1) ?? [];
      continue;
    }
    const end = lines.indexOf('```', at + 1);
    if (end < 0) throw new Error(`${page}:${at + 1}: the block has no end`);
    const [kind, reason = ''] = mark;
    const text = lines.slice(at + 1, end).join('\n');
    const notRun = kind === 'not run' ? { notRun: reason.trim() } : {};
    blocks.push({ place: `${page}:${at + 1}`, language, text, fails: kind === 'fails', ...notRun });
    mark = [];
    at = end;
  }
  return blocks;
}

/** The JSON values of a text: it is one, or has one on each line. Other lines are left out. */
export function jsonValues(text: string): readonly unknown[] {
  const parse = (json: string): unknown[] => {
    try {
      return [JSON.parse(json)];
    } catch {
      return [];
    }
  };
  const whole = parse(text);
  return whole.length > 0 ? whole : text.split('\n').flatMap(parse);
}

/** The values of a shown answer. A `…` in place of members or items means others that are not shown. */
export function shownValues(text: string): readonly unknown[] {
  return jsonValues(text.replaceAll(/,?\s*…(?=\s*[}\]])/g, ''));
}

/**
 * Whether a value has what a shown one has: each shown member, and for each shown item one that fits it. Values may
 * differ in all but their types, and either may be null. A shown name with `…` means any name.
 */
export function fits(shown: unknown, actual: unknown): boolean {
  if (shown === null || actual === null) return true;
  if (Array.isArray(shown)) {
    return Array.isArray(actual) && shown.every((item) => actual.some((other) => fits(item, other)));
  }
  if (typeof shown !== 'object' || typeof actual !== 'object') return typeof shown === typeof actual;
  const members = Object.entries(actual);
  return Object.entries(shown).every(([name, value]) =>
    members.some(([other, found]) => (name === other || name.includes('…')) && fits(value, found)),
  );
}
