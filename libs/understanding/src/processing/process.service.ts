import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { BlobStore } from '@lectern/blob-store';
import type {
  FieldToProcess,
  ProcessingError,
  ProcessingValue,
  StoredPicture,
  UnderstoodField,
} from '@lectern/contracts/understanding';
import { type DrawnPicture, Extractor, type FieldContent, type JobValue, nothingUnderstood } from '@lectern/extraction';
import { Injectable, Logger } from '@nestjs/common';
import { type ChosenStrategies, FieldStrategies, type InlineStrategies } from '../strategies/field-strategies';
import { FollowedStrategies, readsPages } from '../strategies/followed-strategies';
import { splitOptionsOf } from '../strategies/split-options';
import { EgressPages } from './egress-pages';

/** Processes one field at a time. */
@Injectable()
export class ProcessService {
  private readonly logger = new Logger(ProcessService.name);

  constructor(
    private readonly extractor: Extractor,
    private readonly blobs: BlobStore,
    private readonly pages: EgressPages,
    private readonly strategies: FieldStrategies,
    private readonly followed: FollowedStrategies,
  ) {}

  /**
   * Problems with the content are returned as errors of the field.
   *
   * @param inline strategies that take precedence over stored ones
   * @throws AppError when it should be retried later
   */
  async *process(
    field: FieldToProcess,
    signal: AbortSignal,
    inline?: InlineStrategies,
  ): AsyncGenerator<ProcessingValue> {
    const { account, kbid } = field;
    const chosen = await this.strategies.of({ ...field.strategies, account, kbid }, inline);
    if (chosen.problem) return yield { field: notProcessed(chosen.problem) };
    const { pictures: folder } = field;
    const pictures: StoredPicture[] = [];
    let understood: UnderstoodField | undefined;
    for await (const { picture, ...value } of this.values(field, chosen, signal)) {
      const stored = picture && folder !== undefined && (await this.stored(picture, folder));
      if (stored) pictures.push(stored);
      understood = value.field ?? understood;
      if (!picture && !value.field) yield value;
    }
    if (understood) yield { field: { ...understood, ...(pictures.length > 0 && { pictures }) } };
  }

  private values(field: FieldToProcess, chosen: ChosenStrategies, signal: AbortSignal): AsyncIterable<JobValue> {
    const { extractor } = this;
    const { kbid: owner, account, nuaClient, language, mlText, resume } = field;
    const fieldId = `${field.rid}/${field.field.letter}/${field.field.id}`;
    const understand = { fieldId, language, mlText, ...splitOptionsOf(chosen) };
    const draws = field.pictures !== undefined;
    // Reading by a model cannot be resumed.
    const reading = readsPages(chosen) ? { readsPages: true } : { resume };
    const includesHidden = chosen.extract?.config.include_hidden ?? false;
    const how = { understand, owner, draws, includesHidden, signal, ...reading };
    const values = extractor.understand(this.contentOf(field), how);
    return this.followed.values(values, chosen, {
      box: { kbid: owner, account, nuaClient },
      fieldId,
      signal,
      keepsPictures: draws && extractor.previewPages > 0,
      understand: (pages, mediaType) => extractor.understandPages({ pages, mediaType }, { understand, owner, signal }),
    });
  }

  /** If a picture cannot be stored, it is skipped; the text is still returned. */
  private async stored(
    { name, contentType, bytes, page }: DrawnPicture,
    folder: string,
  ): Promise<StoredPicture | undefined> {
    const key = `${folder}/${name.replaceAll('/', '_')}`;
    try {
      const content = Readable.from([bytes]);
      const { sizeBytes, md5 } = await this.blobs.write(key, content, { sizeBytesMax: bytes.byteLength });
      return { name, key, contentType, sizeBytes, md5, ...(page !== undefined && { page }) };
    } catch (err) {
      this.logger.warn({ message: 'A picture of a file was not stored', err });
      return undefined;
    }
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

/** An error of the kind used by strategies. */
function notProcessed({ severity, text }: ProcessingError): UnderstoodField {
  return nothingUnderstood({ code: 2, severity, body: text });
}
