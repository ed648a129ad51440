import { approximateBytes, refuseTooLarge } from '@lectern/bus';
import type { Resource } from '@lectern/contracts/knowledge-box';
import type {
  Augmented,
  AugmentRequest,
  FieldAugment,
  HydratedField,
  HydratedParagraph,
  ParagraphAugment,
  ResourceAugment,
} from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import { dataOf, hydratedFields, projectionOf } from '../hydrate/hydrated-resources';
import { hydratedParagraphs, NamedParagraphs } from '../hydrate/named-paragraphs';
import { type RequestScope, RequestScopes } from '../query/request-scopes';
import type { CallContext } from '../query/retrieval-query';
import { BoxResources } from '../results/box-resources';
import { RESULTS_BYTES_MAX } from '../results/results-size';
import { augmentedResource, augmentProjection } from './augmented-resource';

type ById<T> = Readonly<Record<string, T>>;

/** Reads parts of resources, fields and paragraphs, group by group, so that no more than one too many is held. */
@Injectable()
export class AugmentService {
  constructor(
    private readonly scopes: RequestScopes,
    private readonly resources: BoxResources,
    private readonly paragraphs: NamedParagraphs,
  ) {}

  /** @throws AppError `not_found`, `unavailable`, `too_large` */
  async augment(kbid: string, request: AugmentRequest, call: CallContext): Promise<Augmented> {
    const scope = await this.scopes.of(kbid, request, call.principal);
    let augmented: Augmented = { resources: {}, fields: {}, paragraphs: {} };
    const add = (found: Partial<Augmented>) => {
      augmented = {
        resources: { ...augmented.resources, ...found.resources },
        fields: { ...augmented.fields, ...found.fields },
        // One that was asked for says more than the same as a neighbour.
        paragraphs: merged(augmented.paragraphs, found.paragraphs ?? {}),
      };
      refuseTooLarge(approximateBytes(augmented), 'What was asked for', RESULTS_BYTES_MAX);
    };
    for (const group of request.resources) add({ resources: await this.ofResources(scope, group) });
    for (const group of request.fields) add({ fields: await this.ofFields(scope, group) });
    for (const group of request.paragraphs) add({ paragraphs: await this.ofParagraphs(scope, group, call) });
    return augmented;
  }

  private async ofResources(scope: RequestScope, wanted: ResourceAugment): Promise<ById<Resource>> {
    // The ids of resources are what ids of paragraphs begin with.
    const ids = wanted.given.map((rid) => `${rid}/`);
    const found = await this.resources.read(scope, ids, augmentProjection(wanted));
    return Object.fromEntries(Object.entries(found).map(([rid, one]) => [rid, augmentedResource(one, wanted)]));
  }

  private async ofFields(scope: RequestScope, { given, text }: FieldAugment): Promise<ById<HydratedField>> {
    const projection = projectionOf({ field: { value: false, text: true } }, given);
    const found = await this.resources.read(scope, given, projection);
    const there = given.filter((id) => dataOf(found, id) !== undefined);
    return hydratedFields(text ? found : {}, there, { value: false, text });
  }

  private async ofParagraphs(
    scope: RequestScope,
    { given, text, neighbours_before: before, neighbours_after: after }: ParagraphAugment,
    call: CallContext,
  ): Promise<ById<HydratedParagraph>> {
    const around = before + after > 0 ? { before, after } : undefined;
    const ids = given.map(({ id }) => id);
    return hydratedParagraphs(await this.paragraphs.read(scope, ids, { ...call, around }), { text });
  }
}

function merged(some: ById<HydratedParagraph>, others: ById<HydratedParagraph>): ById<HydratedParagraph> {
  const both = Object.values(others).map((one) => [one.id, { ...some[one.id], ...one }] as const);
  return { ...some, ...Object.fromEntries(both) };
}
