import type { DocumentProperties, Section } from '../extract/document';
import { withoutMarks } from '../split/units';

const TITLE_CHARS_MAX = 300;
/** A heading further down heads a part, not the document. */
const HEADING_WITHIN_CHARS = 600;

/** Left by programs, and no titles. */
const meaningless =
  /^(untitled|document\s?\d*|dokument\s?\d*|documento\s?\d*|presentation\s?\d*|präsentation\s?\d*|powerpoint[- ]?(presentation|präsentation)|pr[eé]sentation powerpoint|presentación de powerpoint|slide \d+|book\s?\d+|mappe\s?\d+|workbook|sheet\s?\d+|title|titel|no title|ohne titel|sin título|sans titre|index|home|scan\w*|microsoft (word|excel|powerpoint).*|.*\.(docx?|pptx?|xlsx?|pdf|odt|rtf|indd|tmp|tex|dvi|qxd|p65|html?))$/i;

/** The title that a document brings. */
export function ownTitle({ title }: DocumentProperties): string | undefined {
  return usable(title);
}

/** The heading that a document begins with. */
export function headingTitle({ blocks, text }: Section): string | undefined {
  const first = blocks.find(({ kind, level = 1 }) => kind === 'heading' && level <= 2);
  if (!first || first.page > 0 || first.start > HEADING_WITHIN_CHARS) return undefined;
  return usable(withoutMarks(text.slice(first.start, first.end)));
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
