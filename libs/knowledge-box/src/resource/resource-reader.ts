import {
  AppError,
  letterOfFieldType,
  type ExtractedPart,
  type Field,
  type FieldReadQuery,
  type FieldType,
  type Resource,
  type ResourceList,
  type ResourceListQuery,
  type ResourceReadQuery,
  type ResourcesFound,
  type ResourcesQuery,
} from '@lectern/contracts';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { FieldRepository } from '../field/field.repository';
import { VectorsetRepository } from '../vectorset/vectorset.repository';
import { fieldDocument, resourceDocument, type Shown, type StoredField } from './resource-document';
import type { ResourceEntity } from './resource.entity';
import { type ResourceLocation, ResourceRepository } from './resource.repository';

/** Reads resources and fields in the form of the interface. */
@Injectable()
export class ResourceReader {
  constructor(
    private readonly transactions: Transactions,
    private readonly resources: ResourceRepository,
    private readonly fields: FieldRepository,
    private readonly vectorsets: VectorsetRepository,
  ) {}

  /** @throws AppError `not_found` */
  async get(location: ResourceLocation, query: ResourceReadQuery): Promise<Resource> {
    const shown = { show: query.show, fieldTypes: query.field_type, extracted: query.extracted };
    return this.transactions.read(async (tx) => {
      const resource = await this.resources.get(location, tx);
      const fields = await this.storedFields([resource], { ...shown, vectorset: query.vectorset }, tx);
      return resourceDocument(resource, fields.get(resource.id) ?? [], shown);
    });
  }

  /** @throws AppError `not_found` */
  async head(location: ResourceLocation): Promise<null> {
    await this.transactions.read((tx) => this.resources.get(location, tx));
    return null;
  }

  async list(kbid: string, { page, size }: ResourceListQuery): Promise<ResourceList> {
    const rows = await this.transactions.read((tx) => this.resources.list(kbid, { page, size }, tx));
    const resources = rows
      .slice(0, size)
      .map((row) => resourceDocument(row, [], { show: ['basic'], fieldTypes: [], extracted: [] }));
    return { resources, pagination: { page, size, last: rows.length <= size } };
  }

  /** Many at once, by the id asked for. */
  async readMany({ kbid, ids, show, fieldTypes, extracted }: ResourcesQuery): Promise<ResourcesFound> {
    const shown = { show, fieldTypes, extracted };
    return this.transactions.read(async (tx) => {
      const byId = await this.resources.findMany(kbid, ids, tx);
      const held = new Set(byId.map(({ id }) => id));
      const rest = ids.filter((id) => !held.has(id));
      const resources = [...byId, ...(await this.resources.findManyBySlug(kbid, rest, tx))];
      const fields = await this.storedFields(resources, shown, tx);
      const found = resources.map((resource) => {
        const asked = held.has(resource.id) ? resource.id : resource.slug;
        return [asked, resourceDocument(resource, fields.get(resource.id) ?? [], shown)] as const;
      });
      return { resources: Object.fromEntries(found) };
    });
  }

  /** @throws AppError `not_found` */
  async getField(
    location: ResourceLocation,
    field: { type: FieldType; id: string },
    query: FieldReadQuery,
  ): Promise<Field> {
    return this.transactions.read(async (tx) => {
      const resource = await this.resources.get(location, tx);
      if (field.type === 'generic') return genericField(resource, field.id);
      const shown = { fieldTypes: [field.type], extracted: query.extracted, vectorset: query.vectorset };
      const show = query.show.includes('extracted') ? (['values', 'extracted'] as const) : (['values'] as const);
      const all = await this.storedFields([resource], { ...shown, show }, tx);
      const found = all
        .get(resource.id)
        ?.find(({ field: stored }) => stored.id === field.id && stored.letter === letterOfFieldType[field.type]);
      if (!found) throw new AppError('not_found', 'Resource field does not exist');
      return fieldDocument(found, query);
    });
  }

  private async storedFields(
    resources: readonly ResourceEntity[],
    shown: Shown & { readonly vectorset?: string },
    tx: EntityManager,
  ): Promise<ReadonlyMap<string, readonly StoredField[]>> {
    const [kbid, rids] = [resources[0]?.kbid ?? '', resources.map(({ id }) => id)];
    if (rids.length === 0 || !shown.show.some((part) => ['values', 'extracted', 'errors'].includes(part)))
      return new Map();
    const wantsExtracted = shown.show.includes('extracted');
    const fields = await this.fields.list(kbid, rids, tx);
    const extracted = wantsExtracted ? await this.fields.listExtracted(kbid, rids, tx) : [];
    const vectorset = shown.vectorset ?? (await this.vectorsets.default(kbid, tx))?.id;
    const wantsVectors = wantsExtracted && vectorset !== undefined && wants(shown.extracted, 'vectors');
    const vectors = wantsVectors ? await this.fields.listVectors(kbid, rids, { vectorset, tx }) : [];
    const [extractedOf, vectorsOf] = [byField(extracted), byField(vectors)];
    const stored = fields.map((field) => ({
      field,
      extracted: extractedOf.get(keyOf(field)),
      vectors: vectorsOf.get(keyOf(field)),
    }));
    return Map.groupBy(stored, ({ field }) => field.rid);
  }
}

function wants(parts: readonly ExtractedPart[], part: ExtractedPart): boolean {
  return parts.includes(part);
}

interface Keyed {
  readonly rid: string;
  readonly letter: string;
  readonly id: string;
}

function keyOf({ rid, letter, id }: Keyed): string {
  return `${rid}/${letter}/${id}`;
}

function byField<T extends Keyed>(rows: readonly T[]): ReadonlyMap<string, T> {
  return new Map(rows.map((row) => [keyOf(row), row]));
}

function genericField(resource: ResourceEntity, id: string): Field {
  const value = id === 'title' ? resource.title : id === 'summary' ? resource.summary : undefined;
  if (value === undefined) throw new AppError('not_found', 'Resource field does not exist');
  return { field_type: 'generic', field_id: id, value };
}
