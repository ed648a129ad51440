import { buffer } from 'node:stream/consumers';
import { BlobStore } from '@lectern/blob-store';
import type { FieldToProcess, ProcessingValue } from '@lectern/contracts/understanding';
import { Extractor, type FieldContent } from '@lectern/extraction';
import { Injectable } from '@nestjs/common';
import { EgressPages } from './egress-pages';

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
  process(field: FieldToProcess, signal: AbortSignal): AsyncGenerator<ProcessingValue> {
    const fieldId = `${field.rid}/${field.field.letter}/${field.field.id}`;
    const { kbid: owner, language, mlText, resume } = field;
    return this.extractor.understand(this.contentOf(field), {
      understand: { fieldId, language, mlText },
      owner,
      resume,
      signal,
    });
  }

  private contentOf({ text, file, link }: FieldToProcess): FieldContent {
    if (text) return text;
    if (link) return { link, fetcher: this.pages };
    if (!file) throw new Error('A field to process has a text, a file or a link');
    const { key, sizeBytes, contentType, filename, password } = file;
    return {
      sizeBytes,
      opening: async (bytesMax) =>
        sizeBytes === 0 ? new Uint8Array() : buffer(await this.blobs.read(key, { start: 0, end: bytesMax - 1 })),
      open: () => this.blobs.read(key),
      contentType,
      filename,
      password,
    };
  }
}
