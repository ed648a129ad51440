import { Bus } from '@lectern/bus';
import { AppError, type IndexFilter, systemPrincipal } from '@lectern/contracts/core';
import {
  type AugmentableQuery,
  type AugmentableValue,
  type AugmentationPayload,
  type AugmentationReference,
  type AugmentedQuery,
  type ChangePage,
  clearAugmentations,
  listAugmentedResources,
  listChanges,
  putAugmentations,
  readAugmentableFields,
} from '@lectern/contracts/knowledge-box';
import { compileFilter } from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';

/** Characters of fields read into memory at a time. */
const CHARS_PER_READ = 2_000_000;
const FIELDS_PER_READ = 50;
const CHANGES_PER_PAGE = 50;

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
      const body = { kbid, filter_expression: JSON.parse(json) as unknown };
      return (
        (await this.bus.request(compileFilter, { body }, { principal: systemPrincipal, signal })).filter ?? { all: [] }
      );
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'invalid_query') throw error;
      throw new AppError('invalid_request', error.message, {}, { cause: error });
    }
  }

  /** Number of resources that a task goes through. @throws AppError `unavailable`, `deadline_exceeded` */
  async count({ kbid, task }: Pick<AugmentedQuery, 'kbid' | 'task'>, signal?: AbortSignal): Promise<number> {
    const body = { kbid, after: '', limit: 1, task, counts: true };
    return (
      (await this.bus.request(listAugmentedResources, { body }, { principal: systemPrincipal, signal })).total ?? 0
    );
  }

  /** @throws AppError `unavailable`, `deadline_exceeded` */
  async resources(query: AugmentedQuery, signal?: AbortSignal): Promise<readonly string[]> {
    return (await this.bus.request(listAugmentedResources, { body: query }, { principal: systemPrincipal, signal }))
      .rids;
  }

  /**
   * @throws AppError `not_found`, `invalid_request` when the findings exceed the limit of a resource, `rate_limited`
   */
  async put(payload: AugmentationPayload, signal: AbortSignal): Promise<void> {
    await this.bus.request(putAugmentations, { body: payload }, { principal: systemPrincipal, signal });
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
