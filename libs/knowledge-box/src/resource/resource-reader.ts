import { approximateBytes, refuseTooLarge } from '@lectern/bus';
import { AppError, type DocumentPiece, type Principal, visibilityOfReads } from '@lectern/contracts/core';
import {
  type Field,
  type FieldReadQuery,
  type FieldType,
  letterOfFieldType,
  type Resource,
  type ResourceListQuery,
  type ResourcesFound,
  type ResourcesQuery,
} from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { isVisibleTo, type ResourceEntity, type ResourceLocation, ResourceRepository } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { type Long, LongList } from '../document/long';
import { documentPieces } from '../document/pieces';
import { ConversationReader } from '../conversation/conversation-reader';
import { fieldDocument, type StoredField } from '../field/field-document';
import { FieldReader } from '../field/field-reader';
import { genericData, type GenericVectors } from '../field/generic-field';
import { resourceData, shownLetters, showsData } from './resource-data';
import { ListedResources } from './listed-resources';
import { resourceMembers, type Shown } from './resource-document';

/** Limit for resources read together, which leaves room for the texts shown with them. */
const TOGETHER_BYTES_MAX = 6 * 1024 * 1024;

/** Resources of a page in memory at once. */
const LISTED_TOGETHER = 20;

/** Reads resources and fields in the form of the interface. */
@Injectable()
export class ResourceReader {
  constructor(
    private readonly transactions: Transactions,
    private readonly resources: ResourceRepository,
    private readonly fields: FieldReader,
    private readonly listed: ListedResources,
    private readonly conversations: ConversationReader,
  ) {}

  /** @throws AppError `not_found` */
  async head(location: ResourceLocation, principal: Principal): Promise<null> {
    await this.visible(location, principal);
    return null;
  }

  /** A page of resources, read in groups, so that one large resource does not affect the others. */
  async *list(kbid: string, { page, size }: ResourceListQuery, principal: Principal): AsyncGenerator<DocumentPiece> {
    const visibility = visibilityOfReads(principal);
    const ids = await this.transactions.read((tx) => this.resources.listIds(kbid, { page, size, visibility }, tx));
    const read = (from: number) =>
      this.listed.summaries(kbid, ids.slice(from, Math.min(from + LISTED_TOGETHER, size)), visibility);
    const resources = new LongList(async function* () {
      for (let from = 0; from < Math.min(ids.length, size); from += LISTED_TOGETHER) yield await read(from);
    });
    yield* documentPieces({ resources, pagination: { page, size, last: ids.length <= size } });
  }

  /**
   * Several resources by the requested id, without the secrets of their fields.
   *
   * @throws AppError `too_large` when they exceed 6 MiB
   */
  async readMany({ kbid, ids, visibility, ...shown }: ResourcesQuery): Promise<ResourcesFound> {
    const found = await this.transactions.read((tx) => this.resources.findManyNamed(kbid, ids, tx));
    const resources = [...found].filter(([, resource]) => isVisibleTo(resource, visibility));
    const rids = resources.map(([, { id }]) => id);
    const { fields, genericVectors } = await this.fieldsOf(kbid, rids, shown);
    const whole = { ...shown, genericVectors };
    const documents = resources.map(([asked, resource]) => {
      const data = showsData(shown) && { data: resourceData(resource, fields.get(resource.id) ?? [], whole) };
      return [asked, { ...resourceMembers(resource, shown), ...data }] as const;
    });
    refuseTooManyBytes(approximateBytes(documents));
    // These fields have no lazy parts.
    return { resources: Object.fromEntries(documents) as Record<string, Resource> };
  }

  /** @throws AppError `not_found`; `unavailable` when a large field changes while it is read */
  async *getField(
    location: ResourceLocation,
    { type, id }: { readonly type: FieldType; readonly id: string },
    { query, principal }: { readonly query: FieldReadQuery; readonly principal: Principal },
  ): AsyncGenerator<DocumentPiece> {
    const resource = await this.visible(location, principal);
    const { kbid, id: rid } = resource;
    const wanted = await this.fields.wanted(kbid, query);
    if (type === 'generic') {
      const vectors = await this.fields.genericVectors(kbid, [rid], wanted);
      return yield* documentPieces(genericField(resource, id, { ...query, vectors }));
    }
    const found = await this.fields.find({ kbid, rid, letter: letterOfFieldType[type], id }, { wanted, principal });
    if (!found) throw fieldNotFound();
    const document = fieldDocument(found, { ...query, annotations: resource.annotations });
    if (type !== 'conversation' || !query.show.includes('value')) return yield* documentPieces(document);
    yield* documentPieces({ ...document, value: this.conversations.page(found.field, query.page) });
  }

  private visible(location: ResourceLocation, principal: Principal): Promise<ResourceEntity> {
    return this.transactions.read((tx) => this.resources.get(location, tx, visibilityOfReads(principal)));
  }

  private async fieldsOf(kbid: string, rids: readonly string[], shown: Shown): Promise<FieldsFound> {
    if (rids.length === 0 || !showsData(shown)) return { fields: new Map(), genericVectors: new Map() };
    const wanted = await this.fields.wanted(kbid, shown);
    const fields = { kbid, rids, letters: shownLetters(shown) };
    refuseTooManyBytes(await this.fields.bytesOf(fields, wanted));
    const found = await this.fields.readMany(fields, wanted);
    return { fields: found, genericVectors: await this.fields.genericVectors(kbid, rids, wanted) };
  }
}

interface FieldsFound {
  readonly fields: ReadonlyMap<string, readonly StoredField[]>;
  readonly genericVectors: GenericVectors;
}

function refuseTooManyBytes(bytes: number): void {
  refuseTooLarge(bytes, 'What is shown of these resources', TOGETHER_BYTES_MAX);
}

function genericField(
  resource: ResourceEntity,
  id: string,
  { show, extracted, vectors }: Pick<FieldReadQuery, 'show' | 'extracted'> & { readonly vectors: GenericVectors },
): Long<Field> {
  if (id !== 'title' && id !== 'summary') throw fieldNotFound();
  const shown = {
    hasValue: show.includes('value'),
    hasStatus: show.includes('error'),
    ...(show.includes('extracted') && { extracted, vectors }),
  };
  return { field_type: 'generic', field_id: id, ...genericData(resource, id, shown) };
}

function fieldNotFound(): AppError {
  return new AppError('not_found', 'Resource field does not exist');
}
