import type { BlockKind } from './document';
import type { DocumentBuilder } from './document-builder';
import { readMarkdown } from './formats/markdown';

/** A part of a page. */
export type GivenBlock =
  /** Is parsed. */
  | { readonly kind: 'markdown'; readonly text: string }
  /** Is kept as it is written. @param reference name of the file that shows a table */
  | { readonly kind: Exclude<BlockKind, 'heading'>; readonly text: string; readonly reference?: string }
  | { readonly kind: 'heading'; readonly text: string; readonly level: number };

/** A page whose text was found elsewhere. */
export type GivenPage = readonly GivenBlock[];

/** Writes pages into a document. */
export async function readPages(pages: readonly GivenPage[], document: DocumentBuilder): Promise<void> {
  for (const page of pages) {
    document.startPage();
    for (const block of page) {
      if (document.full) return;
      if (block.kind === 'markdown') await readMarkdown(block.text, document);
      else if (block.kind === 'heading') document.heading(block.text, block.level);
      else document.verbatim(block.kind, block.text, { reference: block.reference });
    }
  }
}
