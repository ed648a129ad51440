import { BlobStore } from '@lectern/blob-store';
import type { FieldToProcess, ProcessingValue, UnderstoodField, UnderstoodParagraph } from '@lectern/contracts';
import { detectLanguage } from '@lectern/text';
import { Injectable } from '@nestjs/common';
import type { ExtractedDocument } from '../extract/document';
import { ExtractError } from '../extract/extract-error';
import { Extractor } from '../extract/extractor';
import { splitDocument } from '../split/split';

/** Pieces small enough for one value of the bus. */
const TEXT_CHARS_PER_VALUE = 250_000;
const PARAGRAPHS_PER_VALUE = 200;

/** Understands one field at a time. */
@Injectable()
export class ProcessService {
  constructor(
    private readonly extractor: Extractor,
    private readonly blobs: BlobStore,
  ) {}

  async *process(field: FieldToProcess, signal: AbortSignal): AsyncGenerator<ProcessingValue> {
    const { text, paragraphs, understood } = await this.understand(field, signal);
    for (let i = 0; i < text.length; i += TEXT_CHARS_PER_VALUE) yield { text: text.slice(i, i + TEXT_CHARS_PER_VALUE) };
    for (let i = 0; i < paragraphs.length; i += PARAGRAPHS_PER_VALUE) {
      yield { paragraphs: paragraphs.slice(i, i + PARAGRAPHS_PER_VALUE) };
    }
    yield { field: understood };
  }

  private async understand(
    field: FieldToProcess,
    signal: AbortSignal,
  ): Promise<{ text: string; paragraphs: readonly UnderstoodParagraph[]; understood: UnderstoodField }> {
    try {
      const document = await this.extract(field, signal);
      const language = field.language ?? detectLanguage(document.text).language;
      const fieldId = `${field.rid}/${field.field.letter}/${field.field.id}`;
      const paragraphs = splitDocument(document, { fieldId, language });
      return {
        text: document.text,
        paragraphs,
        understood: {
          title: document.properties.title,
          summary: '',
          language,
          languages: [language].filter(Boolean),
          mimeType: document.mediaType,
          entities: [],
          links: document.links,
          errors: document.warnings.map(({ code, severity, body }) => ({ code, severity, text: body })),
        },
      };
    } catch (error) {
      if (!(error instanceof ExtractError)) throw error;
      const { code, severity, body } = error.toProblem();
      const errors = [{ code, severity, text: body }];
      const nothing = { summary: '', language: '', languages: [], mimeType: '', entities: [], links: [] };
      return { text: '', paragraphs: [], understood: { ...nothing, errors } };
    }
  }

  private async extract({ text, file }: FieldToProcess, signal: AbortSignal): Promise<ExtractedDocument> {
    if (text) return this.extractor.extractText(text.body, text.format, { signal });
    if (!file) throw new ExtractError('There is nothing to process');
    const content = await this.blobs.read(file.key);
    const { contentType, filename, password } = file;
    return this.extractor.extractFile({ content, contentType, filename, password }, { signal });
  }
}
