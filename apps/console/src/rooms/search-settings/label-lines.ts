import type { OfferedLabel } from '@lectern/contracts/knowledge-box';

/** Labels as lines of a text, and back. */
export function labelLines(labels: readonly OfferedLabel[]): string {
  return labels.map(({ title }) => title).join('\n');
}

interface NewLabelBody {
  readonly title: string;
  readonly related?: string | null;
  readonly text?: string | null;
  readonly uri?: string | null;
}

/**
 * The labels of the lines, each once. What is known of a label stays: by its title, and where no line was added or
 * removed, by its place, since it was renamed there.
 */
export function labelsOfLines(text: string, before: readonly OfferedLabel[]): NewLabelBody[] {
  const titles = [...new Set(linesOf(text))];
  const isRenamed = titles.length === before.length;
  return titles.map((title, place) => {
    const known = before.find((label) => label.title === title) ?? (isRenamed ? before[place] : undefined);
    return known ? { ...known, title } : { title };
  });
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Labels that documents have and that the lines no longer offer. */
export function labelsNoLongerOffered(text: string, before: readonly OfferedLabel[]): readonly string[] {
  const titles = new Set(linesOf(text));
  return before.map(({ title }) => title).filter((title) => !titles.has(title));
}

/** Id of a new label set, from its title: it becomes part of the paths by which searches are filtered. */
export function labelsetIdOf(title: string): string {
  return title
    .trim()
    .toLowerCase()
    .replaceAll(/[\s/]+/g, '-');
}
