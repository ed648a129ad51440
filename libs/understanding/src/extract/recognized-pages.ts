import { AppError } from '@lectern/contracts';
import type { Recognizer } from '@lectern/models';
import type { ExtractedDocument } from './document';
import { DocumentBuilder } from './document-builder';
import { reasonOf } from './extract-error';

interface Options {
  readonly languages: readonly string[];
  readonly charsMax: number;
  readonly signal?: AbortSignal;
}

/**
 * The document with the text of its scanned pages where they are. A page that cannot be read leaves a warning.
 *
 * @throws AppError `rate_limited`, `cancelled`, `unavailable` when it is to be tried again
 */
export async function withRecognizedPages(
  document: ExtractedDocument,
  recognizer: Recognizer,
  options: Options,
): Promise<ExtractedDocument> {
  const complete = new DocumentBuilder(options.charsMax);
  const pictures = new Map(document.pictures.map(({ page, bytes }) => [page, bytes]));
  for (const page of document.pages.keys()) {
    complete.startPage();
    copyPage(document, page, complete);
    const picture = pictures.get(page);
    if (picture) await readPicture(picture, { recognizer, complete, options });
  }
  const { text, blocks, pages, warnings } = complete.build(document.mediaType);
  return { ...document, text, blocks, pages, pictures: [], warnings: [...document.warnings, ...warnings] };
}

function copyPage(document: ExtractedDocument, page: number, complete: DocumentBuilder): void {
  for (const { kind, start, end, page: at, level } of document.blocks) {
    if (at === page) complete.verbatim(kind, document.text.slice(start, end), { level });
  }
}

interface Reading {
  readonly recognizer: Recognizer;
  readonly complete: DocumentBuilder;
  readonly options: Options;
}

async function readPicture(picture: Uint8Array, { recognizer, complete, options }: Reading): Promise<void> {
  try {
    const text = await recognizer.recognize(picture, options);
    for (const block of text.split(/\n\s*\n/)) complete.verbatim('ocr', block.trim());
  } catch (error) {
    const lasting =
      error instanceof AppError && ['unsupported_media_type', 'deadline_exceeded', 'too_large'].includes(error.code);
    if (!lasting) throw error;
    complete.warn(`Page ${complete.page + 1} is a picture that cannot be read: ${reasonOf(error)}`);
  }
}
