import type { DocumentProperties, Section } from '../extract/document';
import { withoutMarks } from '../split/units';

const TITLE_CHARS_MAX = 300;
/** A heading further down heads a part, not the document. */
const HEADING_WITHIN_CHARS = 600;
/** Deeper headings head a part, too. */
const TITLE_LEVEL_MAX = 2;

/** Left by programs, and no titles. */
const meaningless =
  /^(untitled|document\s?\d*|dokument\s?\d*|documento\s?\d*|presentation\s?\d*|präsentation\s?\d*|powerpoint[- ]?(presentation|präsentation)|pr[eé]sentation powerpoint|presentación de powerpoint|slide \d+|book\s?\d+|mappe\s?\d+|workbook|sheet\s?\d+|title|titel|no title|ohne titel|sin título|sans titre|index|home|scan\w*|microsoft (word|excel|powerpoint).*|.*\.(docx?|pptx?|xlsx?|pdf|odt|rtf|indd|tmp|tex|dvi|qxd|p65|html?))$/i;

/** The title that a document brings. */
export function ownTitle({ title }: DocumentProperties): string | undefined {
  return usable(title);
}

/**
 * The heading of a document: the most prominent one of its first page, which stands near the beginning. Where several
 * are as prominent, each heads a part, unless the document begins with the first of them.
 */
export function headingTitle({ blocks, text }: Section): string | undefined {
  const headings = blocks.filter(({ kind, page }) => kind === 'heading' && page === 0);
  const level = Math.min(...headings.map(levelOf));
  const [first, second] = headings.filter((heading) => levelOf(heading) === level);
  if (!first || level > TITLE_LEVEL_MAX || first.start > HEADING_WITHIN_CHARS) return undefined;
  if (second && text.slice(0, first.start).trim() !== '') return undefined;
  return usable(withoutMarks(text.slice(first.start, first.end)));
}

function levelOf({ level = 1 }: Section['blocks'][number]): number {
  return level;
}

function usable(title: string | undefined): string | undefined {
  const trimmed =
    title
      ?.slice(0, TITLE_CHARS_MAX * 2)
      .replace(/\s+/g, ' ')
      .trim() ?? '';
  if (!/\p{L}{2}/u.test(trimmed) || meaningless.test(trimmed)) return undefined;
  return trimmed.length > TITLE_CHARS_MAX ? `${trimmed.slice(0, TITLE_CHARS_MAX - 1).trimEnd()}…` : trimmed;
}
