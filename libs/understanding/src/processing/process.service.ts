import { BlobStore } from '@lectern/blob-store';
import type { FieldToProcess, ProcessingValue, UnderstoodField } from '@lectern/contracts';
import { Injectable } from '@nestjs/common';
import type { UnderstoodDocument } from '../enrich/understand-field';
import { Extractor, type FieldContent } from '../extract/extractor';
import { EgressPages } from './egress-pages';

/** Pieces small enough for one value of the bus. */
const TEXT_CHARS_PER_VALUE = 250_000;
const PARAGRAPHS_PER_VALUE = 200;

/** Understands one field at a time. */
@Injectable()
export class ProcessService {
  constructor(
    private readonly extractor: Extractor,
    private readonly blobs: BlobStore,
    private readonly pages: EgressPages,
  ) {}

  /**
   * What is wrong with the content comes as errors of the field. @throws AppError when it is to be tried again later
   */
  async *process(field: FieldToProcess, signal: AbortSignal): AsyncGenerator<ProcessingValue> {
    const fieldId = `${field.rid}/${field.field.letter}/${field.field.id}`;
    const { language } = field;
    const document = await this.extractor.understand(await this.contentOf(field), { fieldId, language }, { signal });
    const { text, paragraphs } = document;
    for (let i = 0; i < text.length; i += TEXT_CHARS_PER_VALUE) yield { text: text.slice(i, i + TEXT_CHARS_PER_VALUE) };
    for (let i = 0; i < paragraphs.length; i += PARAGRAPHS_PER_VALUE) {
      yield { paragraphs: paragraphs.slice(i, i + PARAGRAPHS_PER_VALUE) };
    }
    yield { field: understoodField(document) };
  }

  private async contentOf({ text, file, link }: FieldToProcess): Promise<FieldContent> {
    if (text) return text;
    if (link) return { link, fetcher: this.pages };
    if (!file) throw new Error('A field to process has a text, a file or a link');
    const { contentType, filename, password } = file;
    return { content: await this.blobs.read(file.key), contentType, filename, password };
  }
}

function understoodField(document: UnderstoodDocument): UnderstoodField {
  const { title, summary, language, languages, mimeType, entities, links, properties } = document;
  return {
    title,
    summary,
    language,
    languages,
    mimeType,
    entities,
    links,
    errors: document.errors.map(({ code, severity, body }) => ({ code, severity, text: body })),
    page: { title: properties.title, description: properties.description, image: properties.image },
    pages: document.pages.length,
  };
}
