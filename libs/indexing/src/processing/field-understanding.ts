import { Bus } from '@lectern/bus';
import { systemPrincipal } from '@lectern/contracts/core';
import {
  type FieldToProcess,
  processField,
  type ProcessingValue,
  type UnderstoodField,
  type UnderstoodParagraph,
} from '@lectern/contracts/understanding';
import { gathered } from '@lectern/intake';
import {
  type FieldEntity,
  FieldEnvelope,
  type FieldVersionKey,
  newPicturesFolder,
  strategiesIn,
} from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { BlockedProcessing } from './blocked-processing';

/** The result of understanding one version of a field. */
export interface FieldOutcome {
  readonly field: FieldVersionKey;
  readonly understood: UnderstoodField;
  readonly isEmpty: boolean;
  /** Whether the content is stored with messages and extends earlier content. */
  readonly isAdded?: boolean;
  /** Absent when it has been stored in parts. */
  readonly content?: { readonly text: string; readonly paragraphs: readonly UnderstoodParagraph[] };
}

/** Has fields understood by the understanding service. */
@Injectable()
export class FieldUnderstanding {
  constructor(
    private readonly bus: Bus,
    private readonly envelope: FieldEnvelope,
    private readonly blocked: BlockedProcessing,
  ) {}

  /**
   * Understands a fast field in one piece.
   *
   * @throws AppError `unavailable`, `deadline_exceeded`, `cancelled` when it must be retried, `blocked` when processing
   *   is
   *   blocked for the account
   */
  async understand(field: FieldEntity, signal: AbortSignal): Promise<FieldOutcome> {
    const { understood, ...content } = await gathered(this.values(field, { signal }));
    return { field, understood, isEmpty: content.paragraphs.length === 0, content };
  }

  /**
   * Yields results piece by piece, starting at `resume` of an earlier attempt. @throws as `understand` and
   * `processField`
   */
  values(
    field: FieldEntity,
    { signal, resume }: { readonly signal: AbortSignal; readonly resume?: string },
  ): AsyncIterable<ProcessingValue> {
    return this.valuesOf({ ...this.inputOf(this.envelope.opened(field)), resume }, signal);
  }

  /** The same for content that is not a field itself, such as a message. */
  async *valuesOf(body: FieldToProcess, signal: AbortSignal): AsyncGenerator<ProcessingValue> {
    const account = await this.blocked.admittedAccount(body.kbid);
    yield* this.bus.stream(processField, { body: { ...body, account } }, { principal: systemPrincipal, signal });
  }

  private inputOf(field: FieldEntity): FieldToProcess {
    const { kbid, rid, letter, id, value, mlText } = field;
    if (typeof value === 'string' || 'data' in value || 'pages' in value)
      throw new Error(`Field ${letter}/${id} is not processed`);
    const target = { kbid, rid, field: { letter, id }, mlText, ...strategiesIn(value) };
    if ('body' in value) return { ...target, text: { body: value.body, format: value.format } };
    const language = value.language || undefined;
    if ('uri' in value) {
      const { uri, headers, cookies, css_selector: cssSelector, xpath } = value;
      const link = { uri, headers, cookies, cssSelector: cssSelector || undefined, xpath: xpath || undefined };
      return { ...target, language, link: { ...link, mainContent: true }, pictures: newPicturesFolder(field) };
    }
    const { uri, size, content_type: contentType, filename } = value.file;
    const headers = value.extra_headers ?? {};
    if (field.blobKey === null) return { ...target, language, link: { uri, headers, cookies: {}, mainContent: false } };
    return {
      ...target,
      language,
      // Nothing shows the pictures of a file that is not stored.
      ...(uri !== '' && { pictures: newPicturesFolder(field) }),
      file: { key: field.blobKey, sizeBytes: size, contentType, filename, password: this.envelope.passwordOf(field) },
    };
  }
}
