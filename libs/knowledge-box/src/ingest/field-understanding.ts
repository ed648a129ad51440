import { Bus } from '@lectern/bus';
import {
  AppError,
  type FieldToProcess,
  processField,
  systemPrincipal,
  type UnderstoodField,
  type UnderstoodParagraph,
} from '@lectern/contracts';
import { Injectable } from '@nestjs/common';
import type { FieldEntity } from '../field/field.entity';
import { FieldEnvelope } from '../field/field-envelope';

/** What was found in one field. */
export interface FieldOutcome {
  readonly field: FieldEntity;
  readonly text: string;
  readonly paragraphs: readonly UnderstoodParagraph[];
  readonly understood: UnderstoodField;
}

/** Has fields understood by the understanding service. */
@Injectable()
export class FieldUnderstanding {
  constructor(
    private readonly bus: Bus,
    private readonly envelope: FieldEnvelope,
  ) {}

  /** @throws AppError `unavailable`, `deadline_exceeded`, `cancelled` when it is to be tried again */
  async understand(field: FieldEntity, signal: AbortSignal): Promise<FieldOutcome> {
    const texts: string[] = [];
    const paragraphs: UnderstoodParagraph[] = [];
    let understood: UnderstoodField | undefined;
    const values = this.bus.stream(
      processField,
      { body: this.inputOf(this.envelope.opened(field)) },
      { principal: systemPrincipal, signal },
    );
    for await (const value of values) {
      if (value.text !== undefined) texts.push(value.text);
      if (value.paragraphs) paragraphs.push(...value.paragraphs);
      understood = value.field ?? understood;
    }
    if (!understood) throw new AppError('unavailable', 'Processing ended without a result');
    return { field, text: texts.join(''), paragraphs, understood };
  }

  private inputOf(field: FieldEntity): FieldToProcess {
    const { kbid, rid, letter, id, value } = field;
    const target = { kbid, rid, field: { letter, id } };
    if (typeof value === 'string') throw new Error(`Field ${letter}/${id} is not processed`);
    if ('body' in value) return { ...target, text: { body: value.body, format: value.format } };
    const language = value.language || undefined;
    if ('uri' in value) {
      const { uri, headers, cookies, css_selector: cssSelector, xpath } = value;
      const link = { uri, headers, cookies, cssSelector: cssSelector || undefined, xpath: xpath || undefined };
      return { ...target, language, link: { ...link, mainContent: true } };
    }
    const { uri, size, content_type: contentType, filename } = value.file;
    const headers = value.extra_headers ?? {};
    if (field.blobKey === null) return { ...target, language, link: { uri, headers, cookies: {}, mainContent: false } };
    return {
      ...target,
      language,
      file: { key: field.blobKey, sizeBytes: size, contentType, filename, password: this.envelope.passwordOf(field) },
    };
  }
}
