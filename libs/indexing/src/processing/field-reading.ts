import { approximateBytes } from '@lectern/bus';
import { AppError } from '@lectern/contracts/core';
import type { ProcessingValue, UnderstoodField, UnderstoodParagraph } from '@lectern/contracts/understanding';
import { type TaskRun, Transactions } from '@lectern/database';
import { type FieldEntity, FieldPartsRepository, type FieldVersionKey, type KeptParts } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { ConversationReading } from './conversation-reading';
import { endedEarly } from '@lectern/intake';
import { type FieldOutcome, FieldUnderstanding } from './field-understanding';

/** Texts and paragraphs buffered before they are stored. */
const PART_BYTES = 1024 * 1024;

/**
 * Has slow fields understood. Results are stored part by part, so that only one part is in memory, and an attempt
 * continues where the last one ended.
 */
@Injectable()
export class FieldReading {
  constructor(
    private readonly understanding: FieldUnderstanding,
    private readonly parts: FieldPartsRepository,
    private readonly transactions: Transactions,
    private readonly conversations: ConversationReading,
  ) {}

  /**
   * @param onKept called when a result is stored from which another attempt can continue
   * @returns undefined when the field has changed
   * @throws AppError when the field must be retried
   */
  async read(
    field: FieldEntity,
    run: Pick<TaskRun, 'signal' | 'alive'>,
    onKept: () => void,
  ): Promise<FieldOutcome | undefined> {
    if (field.letter === 'c') return this.conversations.read(field, { ...run, onKept });
    const kept = await this.transactions.read((tx) => this.parts.last(field, tx));
    try {
      return await this.readBehind(field, kept, { ...run, onKept });
    } catch (error) {
      const cannotGoOn = kept && error instanceof AppError && error.code === 'invalid_request';
      if (!cannotGoOn) throw error;
      return this.readBehind(field, undefined, { ...run, onKept });
    }
  }

  private async readBehind(
    field: FieldEntity,
    kept: KeptParts | undefined,
    { signal, alive, onKept }: Pick<TaskRun, 'signal' | 'alive'> & { readonly onKept: () => void },
  ): Promise<FieldOutcome | undefined> {
    await this.transactions.single((tx) => this.parts.forgetBehind(field, kept?.part ?? -1, tx));
    const found = new PartBuffer(field, kept);
    let understood: UnderstoodField | undefined;
    for await (const value of this.understanding.values(field, { signal, resume: kept?.resume })) {
      alive();
      understood = value.field ?? understood;
      found.add(value);
      if (!found.isFull && !value.progress) continue;
      if (!(await this.store(found, value.progress?.resume))) return undefined;
      if (value.progress) onKept();
    }
    if (!understood) throw endedEarly();
    if (found.isFirst) return { field, understood, isEmpty: found.isEmpty, content: found.content() };
    const isStored = await this.store(found);
    return isStored ? { field, understood, isEmpty: found.isEmpty } : undefined;
  }

  private store(found: PartBuffer, resume?: string): Promise<boolean> {
    return this.transactions.single((tx) => this.parts.put(found.take(resume), tx));
  }
}

/** The results of a field since the last part. */
class PartBuffer {
  private texts: string[] = [];
  private paragraphs: UnderstoodParagraph[] = [];
  private bytes = 0;
  private part: number;
  private hasParagraphs: boolean;

  constructor(
    private readonly field: FieldVersionKey,
    kept: KeptParts | undefined,
  ) {
    this.part = kept ? kept.part + 1 : 0;
    this.hasParagraphs = kept !== undefined && kept.paragraphs > 0;
  }

  get isFull(): boolean {
    return this.bytes >= PART_BYTES;
  }

  /** Whether no part has been taken yet, by any attempt. */
  get isFirst(): boolean {
    return this.part === 0;
  }

  /** Over all parts. */
  get isEmpty(): boolean {
    return !this.hasParagraphs;
  }

  add({ text, paragraphs }: ProcessingValue): void {
    if (text !== undefined) this.texts.push(text);
    if (paragraphs) this.paragraphs.push(...paragraphs);
    this.hasParagraphs ||= this.paragraphs.length > 0;
    this.bytes += approximateBytes([text ?? '', paragraphs ?? []]);
  }

  content() {
    return { text: this.texts.join(''), paragraphs: this.paragraphs };
  }

  /** Starts the next part. */
  take(resume?: string) {
    const { kbid, rid, letter, id, seqid } = this.field;
    const part = { kbid, rid, letter, id, seqid, part: this.part, ...this.content(), resume: resume ?? null };
    this.part += 1;
    this.texts = [];
    this.paragraphs = [];
    this.bytes = 0;
    return part;
  }
}
