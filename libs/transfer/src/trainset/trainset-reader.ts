import { AppError, type IndexFilter, type Visibility } from '@lectern/contracts/core';
import type { TrainsetType } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { type LongField, LongFields, type LongResource } from '@lectern/indexing';
import { FieldContentRepository, isVisibleTo, ResourceRepository } from '@lectern/resource-store';
import { codePointLength } from '@lectern/text';
import { Injectable } from '@nestjs/common';
import { passes } from './trainset-filter';
import { type FieldContent, trainsetFilterField, itemsOf } from './trainset-items';
import { questionItems } from './trainset-questions';

const RESOURCES_PER_READ = 100;
/** Code points of text per statement. */
const CHARS_PER_READ = 1024 ** 2;

/** The items to read. */
export interface WantedItems {
  readonly kbid: string;
  readonly type: TrainsetType;
  readonly filter: IndexFilter;
  readonly visibility: Visibility;
  /** Labels or entity types. */
  readonly labels: readonly string[];
  readonly excludeText: boolean;
}

/** Reads processing results one field at a time. */
@Injectable()
export class TrainsetReader {
  constructor(
    private readonly transactions: Transactions,
    private readonly resources: ResourceRepository,
    private readonly contents: FieldContentRepository,
    private readonly long: LongFields,
  ) {}

  /** Items by resource and field; undefined as a heartbeat after each resource. @throws the signal's reason */
  async *items(wanted: WantedItems, signal: AbortSignal): AsyncGenerator<Uint8Array | undefined> {
    const { kbid, visibility } = wanted;
    for (let after: string | undefined = ''; after !== undefined;) {
      const page = { after: String(after), limit: RESOURCES_PER_READ, visibility };
      const rids: readonly string[] = await this.transactions.read((tx) => this.resources.listIdsAfter(kbid, page, tx));
      for (const rid of rids) {
        signal.throwIfAborted();
        const content = await this.long.find({ kbid, rid });
        if (content && isVisibleTo(content.resource, visibility)) yield* this.ofResource(content, wanted);
        yield undefined;
      }
      after = rids.length === RESOURCES_PER_READ ? rids.at(-1) : undefined;
    }
  }

  private async *ofResource(
    { resource, fields }: LongResource,
    { type, filter, labels, excludeText }: WantedItems,
  ): AsyncGenerator<Uint8Array> {
    const content: FieldContent = {
      texts: this.long.textsOf(fields),
      wholeText: (field) => this.wholeText(field),
    };
    if (type === 'QUESTION_ANSWER_STREAMING') {
      yield* unchanged(questionItems({ resource, fields }, content, (field) => passes(filter, field)));
      return;
    }
    for (const field of fields) {
      if (!passes(filter, trainsetFilterField(resource, field))) continue;
      yield* unchanged(itemsOf[type]({ resource, field, wanted: labels, excludeText }, content));
    }
  }

  private async wholeText(field: LongField): Promise<string> {
    const parts: string[] = [];
    for (let from = 0; ; from += CHARS_PER_READ) {
      const portion = { from, count: CHARS_PER_READ };
      const part = await this.transactions.read((tx) => this.contents.textPart(field, portion, tx));
      parts.push(part);
      if (codePointLength(part) < CHARS_PER_READ) return parts.join('');
    }
  }
}

/** Items up to a concurrent change of their field. */
async function* unchanged(items: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* items;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unavailable') throw error;
  }
}
