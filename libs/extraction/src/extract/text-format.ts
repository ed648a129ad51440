import type { TextFormat } from '@lectern/contracts/knowledge-box';
import type { ExtractedDocument } from './document';
import { DocumentBuilder } from './document-builder';
import { ExtractError, foreignReason } from './extract-error';
import { readHtml } from './formats/html';
import { readJsonDocument, readJsonLines } from './formats/json';
import { readKeptMarkdown, readMarkdown } from './formats/markdown';
import { readBlocks, readPlain } from './formats/plain';
import { readRst } from './formats/rst';

interface Format {
  readonly mediaType: string;
  readonly read: (body: string, document: DocumentBuilder) => void | Promise<void>;
}

const formats: Readonly<Record<TextFormat, Format>> = {
  PLAIN: { mediaType: 'text/plain', read: readPlain },
  HTML: { mediaType: 'text/html', read: (body, document) => readHtml(body, document) },
  RST: { mediaType: 'text/x-rst', read: readRst },
  MARKDOWN: { mediaType: 'text/markdown', read: readMarkdown },
  JSON: { mediaType: 'application/json', read: readJsonDocument },
  KEEP_MARKDOWN: { mediaType: 'text/markdown', read: readKeptMarkdown },
  JSONL: { mediaType: 'application/x-ndjson', read: readJsonLines },
  PLAIN_BLANKLINE_SPLIT: { mediaType: 'text/plain', read: readBlocks },
};

/**
 * Text and structure of a body. Runs to the end in this process, see ExtractionPool.
 *
 * @throws ExtractError
 */
export async function extractBody(body: string, format: TextFormat, charsMax: number): Promise<ExtractedDocument> {
  const document = new DocumentBuilder(charsMax);
  const { mediaType, read } = formats[format];
  try {
    await read(body, document);
  } catch (error) {
    if (error instanceof ExtractError) throw error;
    throw new ExtractError(`The ${format} text cannot be read: ${foreignReason(error)}`, 'ERROR', { cause: error });
  }
  return document.build(mediaType);
}
