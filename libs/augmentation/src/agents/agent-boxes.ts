import { Bus } from '@lectern/bus';
import { AppError, type IndexFilter, systemPrincipal, unrestricted } from '@lectern/contracts/core';
import {
  type AlignableNames,
  alignNames,
  type AlignmentPayload,
  type AugmentableQuery,
  type AugmentableValue,
  type AugmentationPayload,
  type AugmentationReference,
  type AugmentedQuery,
  type ChangePage,
  clearAugmentations,
  type ConversationMessage,
  getKvSchema,
  type KvSchema,
  listAlignableNames,
  listAugmentedResources,
  listChanges,
  putAugmentations,
  readAugmentableFields,
  readMessages,
} from '@lectern/contracts/knowledge-box';
import { compileFilter } from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import { severalAtOnce } from './agent-text';
import { isGenerated } from './field-filter';
import { type LabelledUnit, type OwnTexts, sampleOf } from './similar-labels';

/** Characters of fields read into memory at a time. */
const CHARS_PER_READ = 2_000_000;
const FIELDS_PER_READ = 50;
const CHANGES_PER_PAGE = 50;
const MESSAGES_PER_READ = 200;
/** Resources of a sample. */
const SAMPLE_MAX = 64;
const SAMPLED_AT_ONCE = 4;
/** Messages of a conversation that agents read. */
const MESSAGES_MAX = 10_000;

/** A field in the form that agents read. */
export type ReadField = NonNullable<AugmentableValue['field']>;
/** The resource of the field. */
export type ReadResource = NonNullable<AugmentableValue['resource']>;

/** Reads and writes data of knowledge boxes for agents, through the knowledge-box service. */
@Injectable()
export class AgentBoxes {
  constructor(private readonly bus: Bus) {}

  /** Fields of a resource in portions that fit into memory. @throws AppError `not_found` */
  async *fields(
    query: AugmentableQuery,
    signal: AbortSignal,
  ): AsyncGenerator<{ readonly resource: ReadResource; readonly fields: readonly ReadField[] }> {
    for (let after: string | undefined = query.after ?? ''; after !== undefined;) {
      const portion: Portion = await this.portion({ ...query, after }, signal);
      const { resource, fields } = portion;
      if (resource) yield { resource, fields };
      const last = portion.isWhole ? undefined : fields.at(-1);
      after = last && `${last.letter}/${last.id}`;
    }
  }

  /**
   * A filter expression in the form that filters are evaluated in.
   *
   * @throws AppError `invalid_request`, also for what cannot be looked up in the box
   */
  async compiled(kbid: string, json: string, signal?: AbortSignal): Promise<IndexFilter> {
    try {
      const expression: unknown = JSON.parse(json);
      const body = { kbid, filter_expression: expression };
      return (
        (await this.bus.request(compileFilter, { body }, { principal: systemPrincipal, signal })).filter ?? { all: [] }
      );
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'invalid_query') throw error;
      throw new AppError('invalid_request', error.message, {}, { cause: error });
    }
  }

  /** Number of resources that a task goes through. @throws AppError `unavailable`, `deadline_exceeded` */
  async count(query: Omit<AugmentedQuery, 'after' | 'limit'>, signal?: AbortSignal): Promise<number> {
    const body = { ...query, after: '', limit: 1, counts: true };
    return (
      (await this.bus.request(listAugmentedResources, { body }, { principal: systemPrincipal, signal })).total ?? 0
    );
  }

  /** @throws AppError `unavailable`, `deadline_exceeded` */
  async resources(query: AugmentedQuery, signal?: AbortSignal): Promise<readonly string[]> {
    return (await this.bus.request(listAugmentedResources, { body: query }, { principal: systemPrincipal, signal }))
      .rids;
  }

  /** Some texts of a box, one per resource, drawn by the ids of resources, which are random. */
  ownTexts(kbid: string, signal: AbortSignal): OwnTexts {
    const read = async (on: LabelledUnit) => {
      const rids = await this.resources({ kbid, after: '', limit: SAMPLE_MAX }, signal);
      return (await severalAtOnce(rids, SAMPLED_AT_ONCE, (rid) => this.sampled({ kbid, rid, on }, signal))).flat();
    };
    return { key: kbid, read };
  }

  /**
   * @throws AppError `not_found`, `invalid_request` when the findings exceed the limit of a resource, `rate_limited`
   */
  async put(payload: AugmentationPayload, signal: AbortSignal): Promise<void> {
    await this.bus.request(putAugmentations, { body: payload }, { principal: systemPrincipal, signal });
  }

  /** Labels, and names of entities, that may be aligned. */
  async names(kbid: string, signal?: AbortSignal): Promise<AlignableNames> {
    return this.bus.request(listAlignableNames, { body: { kbid } }, { principal: systemPrincipal, signal });
  }

  /** @returns whether anything was changed; false for a deleted resource */
  async align(payload: AlignmentPayload, signal?: AbortSignal): Promise<boolean> {
    try {
      return (await this.bus.request(alignNames, { body: payload }, { principal: systemPrincipal, signal })).changed;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
      return false;
    }
  }

  /** Messages of a conversation in their order, at most `MESSAGES_MAX`; none of a conversation that does not exist. */
  async messages(key: { readonly kbid: string; readonly rid: string; readonly fieldId: string }, signal?: AbortSignal) {
    const all: ConversationMessage[] = [];
    const query = { ...key, visibility: unrestricted, before: 0, after: MESSAGES_PER_READ };
    for (let ident: string | undefined; all.length < MESSAGES_MAX;) {
      const body = { ...query, ...(ident !== undefined && { ident }) };
      const { messages } = await this.bus.request(readMessages, { body }, { principal: systemPrincipal, signal });
      const further = ident === undefined ? messages : messages.slice(1);
      all.push(...further);
      ident = further.at(-1)?.ident;
      if (ident === undefined || messages.length < MESSAGES_PER_READ) break;
    }
    return all;
  }

  /** Undefined when the box has no such schema. */
  async kvSchema(kbid: string, id: string, signal?: AbortSignal): Promise<KvSchema | undefined> {
    const params = { kbid, schema_id: id };
    try {
      return await this.bus.request(getKvSchema, { params }, { principal: systemPrincipal, signal });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
      return undefined;
    }
  }

  /** @throws AppError `not_found` */
  async clear(reference: AugmentationReference, signal: AbortSignal): Promise<void> {
    await this.bus.request(clearAugmentations, { body: reference }, { principal: systemPrincipal, signal });
  }

  /**
   * @param cursor where to continue; the current end when empty
   * @throws AppError `precondition_failed` when it is too old
   */
  async changes(kbid: string, cursor: string, signal?: AbortSignal): Promise<ChangePage> {
    const from = cursor === '' ? ({ from: 'end' } as const) : { cursor };
    const query = { ...from, limit: CHANGES_PER_PAGE, wait_s: 0, steps: false };
    return this.bus.request(listChanges, { params: { kbid }, query }, { principal: systemPrincipal, signal });
  }

  /** A text of a resource; none of one that was deleted or has none. */
  private async sampled(
    { on, ...from }: { readonly kbid: string; readonly rid: string; readonly on: LabelledUnit },
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const body = { ...from, visibility: unrestricted };
    try {
      const values = this.bus.stream(readAugmentableFields, { body }, { principal: systemPrincipal, signal });
      for await (const { field } of values) if (field && !isGenerated(field)) return sampleOf(field, on);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    }
    return [];
  }

  private async portion(query: AugmentableQuery, signal: AbortSignal): Promise<Portion> {
    let resource: ReadResource | undefined;
    const fields: ReadField[] = [];
    let chars = 0;
    const values = this.bus.stream(readAugmentableFields, { body: query }, { principal: systemPrincipal, signal });
    for await (const value of values) {
      resource ??= value.resource;
      if (!value.field) continue;
      fields.push(value.field);
      chars += value.field.text.length;
      if (chars >= CHARS_PER_READ || fields.length >= FIELDS_PER_READ) return { resource, fields, isWhole: false };
    }
    return { resource, fields, isWhole: true };
  }
}

interface Portion {
  readonly resource: ReadResource | undefined;
  readonly fields: readonly ReadField[];
  readonly isWhole: boolean;
}
