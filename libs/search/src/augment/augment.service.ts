import { approximateBytes, refuseTooLarge } from '@lectern/bus';
import type {
  Augmented,
  AugmentRequest,
  AugmentedField,
  AugmentedParagraph,
  AugmentedResource,
  FieldAugment,
  ParagraphAugment,
  ResourceAugment,
} from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import { hydratedParagraphs, NamedParagraphs, withMembers } from '../hydrate/named-paragraphs';
import { type RequestScope, RequestScopes } from '../query/request-scopes';
import type { CallContext } from '../query/retrieval-query';
import { BoxResources } from '../results/box-resources';
import { PagePictures } from '../hydrate/page-pictures';
import { RESULTS_BYTES_MAX } from '../results/results-size';
import { augmentedFields, fieldsOfResources, fieldsProjection, resourceFieldsProjection } from './augmented-fields';
import { augmentedResource, augmentProjection } from './augmented-resource';

type ById<T> = Readonly<Record<string, T>>;

/** Reads parts of resources, fields and paragraphs, group by group, so that no more than one too many is held. */
@Injectable()
export class AugmentService {
  constructor(
    private readonly scopes: RequestScopes,
    private readonly resources: BoxResources,
    private readonly paragraphs: NamedParagraphs,
    private readonly pictures: PagePictures,
  ) {}

  /** @throws AppError `not_found`, `unavailable`, `too_large` */
  async augment(kbid: string, request: AugmentRequest, call: CallContext): Promise<Augmented> {
    const scope = await this.scopes.of(kbid, request, call.principal);
    let augmented: Augmented = { resources: {}, fields: {}, paragraphs: {} };
    const add = (found: Partial<Augmented>) => {
      augmented = {
        resources: { ...augmented.resources, ...found.resources },
        fields: merged(augmented.fields, found.fields ?? {}),
        // One that was asked for says more than the same as a neighbour.
        paragraphs: merged(augmented.paragraphs, found.paragraphs ?? {}),
      };
      refuseTooLarge(approximateBytes(augmented), 'What was asked for', RESULTS_BYTES_MAX);
    };
    for (const group of request.resources) {
      add({ resources: await this.ofResources(scope, group) });
      add({ fields: await this.ofFieldsOfResources(scope, group) });
    }
    for (const group of request.fields) add({ fields: await this.ofFields(scope, group) });
    for (const group of request.paragraphs) add({ paragraphs: await this.ofParagraphs(scope, group, call) });
    return augmented;
  }

  private async ofResources(scope: RequestScope, wanted: ResourceAugment): Promise<ById<AugmentedResource>> {
    // The ids of resources are what ids of paragraphs begin with.
    const ids = wanted.given.map((rid) => `${rid}/`);
    const found = await this.resources.read(scope, ids, augmentProjection(wanted));
    return Object.fromEntries(Object.entries(found).map(([rid, one]) => [rid, augmentedResource(one, wanted)]));
  }

  private async ofFieldsOfResources(
    scope: RequestScope,
    { given, fields }: ResourceAugment,
  ): Promise<ById<AugmentedField>> {
    if (!fields) return {};
    const ids = given.map((rid) => `${rid}/`);
    return fieldsOfResources(await this.resources.read(scope, ids, resourceFieldsProjection(fields)), fields);
  }

  private async ofFields(scope: RequestScope, wanted: FieldAugment): Promise<ById<AugmentedField>> {
    return augmentedFields(await this.resources.read(scope, wanted.given, fieldsProjection(wanted)), wanted);
  }

  private async ofParagraphs(
    scope: RequestScope,
    { given, neighbours_before: before, neighbours_after: after, ...wanted }: ParagraphAugment,
    call: CallContext,
  ): Promise<ById<AugmentedParagraph>> {
    const around = before + after > 0 ? { before, after } : undefined;
    const ids = new Set(given.map(({ id }) => id));
    const found = await this.paragraphs.read(scope, [...ids], { ...call, around });
    const named = found.paragraphs.filter(({ id }) => ids.has(id));
    const { page_preview_image: pages, table_image: tables } = wanted;
    const pictures = await this.pictures.of(scope, named, { pages, tables });
    const members = named.map(({ id, isTable }) => {
      const picture = pictures.get(id);
      return [
        id,
        {
          ...(picture && pages && { page_preview_image: picture }),
          ...(picture && tables && isTable && { table_image: picture }),
        },
      ] as const;
    });
    return withMembers(hydratedParagraphs(found, wanted), Object.fromEntries(members));
  }
}

function merged<T extends { readonly id: string }>(some: ById<T>, others: ById<T>): ById<T> {
  const both = Object.values(others).map((one) => [one.id, { ...some[one.id], ...one }] as const);
  return { ...some, ...Object.fromEntries(both) };
}
