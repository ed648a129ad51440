import { approximateBytes, refuseTooLarge } from '@lectern/bus';
import type {
  Augmented,
  AugmentedField,
  AugmentedParagraph,
  AugmentRequest,
  FieldAugment,
  FieldsOfResourceAugment,
  ParagraphAugment,
  ResourceAugment,
} from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import { fieldIdsOf, storedId } from '../hydrate/hydrated-resources';
import { hydratedParagraphs, NamedParagraphs } from '../hydrate/named-paragraphs';
import { paragraphPictures, picturesProjection } from '../hydrate/paragraph-pictures';
import { type RequestScope, RequestScopes } from '../query/request-scopes';
import type { CallContext } from '../query/retrieval-query';
import { BoxResources } from '../results/box-resources';
import { RESULTS_BYTES_MAX } from '../results/results-size';
import { augmentedFields, fieldProjection } from './augmented-field';
import { AugmentedMessages } from './augmented-messages';
import { augmentedResource, augmentProjection } from './augmented-resource';
import { isFieldWanted, typesWanted } from './field-filters';

type ById<T> = Readonly<Record<string, T>>;

/** Attached fields whose texts are returned per group of fields. */
const ATTACHED_FIELDS_MAX = 200;

/**
 * Reads parts of resources, fields and paragraphs group by group, so that at most one group beyond the limit is in
 * memory.
 */
@Injectable()
export class AugmentService {
  constructor(
    private readonly scopes: RequestScopes,
    private readonly resources: BoxResources,
    private readonly paragraphs: NamedParagraphs,
    private readonly messages: AugmentedMessages,
  ) {}

  /** @throws AppError `not_found`, `unavailable`, `too_large` */
  async augment(kbid: string, request: AugmentRequest, call: CallContext): Promise<Augmented> {
    const scope = await this.scopes.of(kbid, request, call.principal);
    let augmented: Augmented = { resources: {}, fields: {}, paragraphs: {} };
    const add = (found: Partial<Augmented>) => {
      augmented = {
        resources: { ...augmented.resources, ...found.resources },
        fields: mergedById(augmented.fields, found.fields ?? {}),
        // A paragraph that was requested itself has more data than the same paragraph as a neighbour.
        paragraphs: mergedById(augmented.paragraphs, found.paragraphs ?? {}),
      };
      refuseTooLarge(approximateBytes(augmented), 'What was asked for', RESULTS_BYTES_MAX);
    };
    for (const group of request.resources) add(await this.ofResources(scope, group));
    for (const group of request.fields) add({ fields: await this.ofFields(scope, group, call) });
    for (const group of request.paragraphs) add({ paragraphs: await this.ofParagraphs(scope, group, call) });
    return augmented;
  }

  private async ofResources(scope: RequestScope, wanted: ResourceAugment): Promise<Partial<Augmented>> {
    // Ids of paragraphs begin with the ids of their resources.
    const ids = wanted.given.map((rid) => `${storedId(rid)}/`);
    const found = await this.resources.read(scope, ids, augmentProjection(wanted));
    const resources = Object.entries(found).map(([rid, one]) => [rid, augmentedResource(one, wanted)] as const);
    return {
      resources: Object.fromEntries(resources),
      ...(wanted.fields && { fields: await this.fieldsOf(scope, ids, wanted.fields) }),
    };
  }

  /** Fields of the resources that match one of the filters. */
  private async fieldsOf(
    scope: RequestScope,
    rids: readonly string[],
    { filters, ...parts }: FieldsOfResourceAugment,
  ): Promise<ById<AugmentedField>> {
    const wanted = { ...parts, entities: false, file_thumbnail: false };
    const projection = { ...fieldProjection(wanted, []), field_type_filter: [...typesWanted(filters)] };
    const found = await this.resources.read(scope, rids, projection);
    const fields = augmentedFields(found, Object.values(found).flatMap(fieldIdsOf), wanted);
    return Object.fromEntries(Object.entries(fields).filter(([, field]) => isFieldWanted(field, filters)));
  }

  private async ofFields(scope: RequestScope, wanted: FieldAugment, call: CallContext): Promise<ById<AugmentedField>> {
    const given = wanted.given.map(storedId);
    const found = await this.resources.read(scope, given, fieldProjection(wanted, given));
    const fields = augmentedFields(found, given, wanted);
    const messages = await this.messages.read(scope, Object.keys(fields), wanted, call);
    const withMessages = Object.values(fields).map((field) => {
      const own = messages.get(field.id);
      return [field.id, { ...field, ...(own && { messages: own }) }] as const;
    });
    const attached = wanted.conversation_text_attachments
      ? await this.attached(
          scope,
          [...messages.values()].flat().flatMap(({ attachments }) => attachments),
        )
      : {};
    return mergedById(attached, Object.fromEntries(withMessages));
  }

  /** Texts of fields attached to messages. */
  private async attached(scope: RequestScope, attachments: readonly string[]): Promise<ById<AugmentedField>> {
    const ids = [...new Set(attachments)].slice(0, ATTACHED_FIELDS_MAX);
    const wanted = { text: true, classification_labels: false, entities: false, file_thumbnail: false };
    return augmentedFields(await this.resources.read(scope, ids, fieldProjection(wanted, ids)), ids, wanted);
  }

  private async ofParagraphs(
    scope: RequestScope,
    wanted: ParagraphAugment,
    call: CallContext,
  ): Promise<ById<AugmentedParagraph>> {
    const { given, text, neighbours_before: before, neighbours_after: after } = wanted;
    const around = before + after > 0 ? { before, after } : undefined;
    const ids = given.map(({ id }) => storedId(id));
    const found = await this.paragraphs.read(scope, ids, { ...call, around });
    const paragraphs = hydratedParagraphs(found, { text });
    if (!wanted.source_image && !wanted.table_image && !wanted.page_preview_image) return paragraphs;
    const there = found.paragraphs.map(({ id }) => id);
    const files = await this.resources.read(scope, there, picturesProjection);
    const shown = found.paragraphs.flatMap((one) => {
      const { source, page, tablePage } = paragraphPictures(one, files);
      const pictures = {
        ...(wanted.source_image && source && { source_image: source }),
        ...(wanted.table_image && tablePage && { table_image: tablePage }),
        ...(wanted.page_preview_image && page && { page_preview_image: page }),
      };
      return paragraphs[one.id] ? [[one.id, { ...paragraphs[one.id], ...pictures }]] : [];
    });
    return Object.fromEntries(shown);
  }
}

function mergedById<T extends { readonly id: string }>(some: ById<T>, others: ById<T>): ById<T> {
  const both = Object.values(others).map((one) => [one.id, { ...some[one.id], ...one }] as const);
  return { ...some, ...Object.fromEntries(both) };
}
