import type { UnderstoodParagraph } from '@lectern/contracts/understanding';
import type { GivenBlock, GivenPage } from '@lectern/extraction';

/** A paragraph with its text. */
export interface TextParagraph {
  readonly paragraph: UnderstoodParagraph;
  readonly text: string;
}

/** Splits Markdown into blocks; tables are separate blocks. */
export function markdownBlocks(markdown: string): GivenPage {
  const blocks: GivenBlock[] = [];
  let lines: string[] = [];
  let isTable = false;
  const end = () => {
    const text = lines.join('\n').trim();
    const kind = isTable && tableIn(text) ? 'table' : 'markdown';
    if (text !== '') blocks.push({ kind, text });
    lines = [];
  };
  for (const line of markdown.split('\n')) {
    const isRow = line.trimStart().startsWith('|');
    if (isRow !== isTable) end();
    isTable = isRow;
    lines.push(line);
  }
  end();
  return blocks;
}

/** The table on a page; undefined if the text is not a Markdown table of at least two rows. */
export function tableIn(text: string): string | undefined {
  const lines = withoutFence(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('|'));
  const [head = '', rule = '', ...rows] = lines;
  return /^\|(\s*:?-+:?\s*\|)+$/.test(rule) && rows.length > 0 && head.length > 2 ? lines.join('\n') : undefined;
}

/** Removes fences that a model writes around Markdown. */
export function withoutFence(text: string): string {
  return text
    .trim()
    .replace(/^```[a-z]*\s*\n/i, '')
    .replace(/\n\s*```$/, '')
    .trim();
}

/** A page as previously extracted: paragraphs are unchanged, and headings apply to the following ones. */
export function pageBlocks(paragraphs: readonly TextParagraph[]): GivenPage {
  return paragraphs.flatMap(({ paragraph, text }): GivenBlock[] => {
    if (paragraph.kind === 'TABLE') return [{ kind: 'table', text }];
    if (paragraph.kind !== 'TEXT') return [{ kind: 'ocr', text }];
    const lines = text.split('\n');
    const headings: GivenBlock[] = [];
    while (lines.length > 1) {
      const line = lines[0]?.trim() ?? '';
      const level = paragraph.headings.indexOf(line) + 1;
      if (line !== '' && level === 0) break;
      if (level > 0) headings.push({ kind: 'heading', text: line, level });
      lines.shift();
    }
    return [...headings, { kind: 'paragraph', text: lines.join('\n') }];
  });
}

/** A page with replaced tables: they are inserted at the position of the first one, or at the end. */
export function withTables(page: GivenPage, tables: readonly string[], reference: string | undefined): GivenPage {
  if (tables.length === 0) return page;
  const first = page.findIndex(({ kind }) => kind === 'table');
  const from = first < 0 ? page.length : first;
  const others = (part: GivenPage) => part.filter(({ kind }) => kind !== 'table');
  const written = tables.map((text): GivenBlock => ({ kind: 'table', text, ...(reference && { reference }) }));
  return [...others(page.slice(0, from)), ...written, ...others(page.slice(from))];
}

/** Whether a page has a table, or is a picture that might contain one. */
export function mayHaveTable(page: GivenPage): boolean {
  return page.length === 0 || page.some(({ kind }) => kind === 'table' || kind === 'ocr');
}
