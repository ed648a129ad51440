import {
  AppError,
  letterOfFieldType,
  type ExtractedPart,
  type Field,
  type FieldReadQuery,
  type FieldType,
  type Principal,
  type Resource,
  type ResourceList,
  type ResourceListQuery,
  type ResourceReadQuery,
  type ResourcesFound,
  type ResourcesQuery,
  type VisibleResources,
  type VisibleResourcesQuery,
  visibilityOfReads,
} from '@lectern/contracts';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { FieldEnvelope } from '../field/field-envelope';
import { FieldRepository } from '../field/field.repository';
import { VectorsetRepository } from '../vectorset/vectorset.repository';
import { fieldDocument, resourceDocument, type Shown, type StoredField } from './resource-document';
import type { ResourceEntity } from './resource.entity';
import { isVisibleTo, type ResourceLocation, ResourceRepository } from './resource.repository';

/** Reads resources and fields in the form of the interface. */
@Injectable()
export class ResourceReader {
  constructor(
    private readonly transactions: Transactions,
    private readonly resources: ResourceRepository,
    private readonly fields: FieldRepository,
    private readonly vectorsets: VectorsetRepository,
    private readonly envelope: FieldEnvelope,
  ) {}

  /** @throws AppError `not_found` */
  async get(location: ResourceLocation, query: ResourceReadQuery, principal: Principal): Promise<Resource> {
    const shown = { show: query.show, fieldTypes: query.field_type, extracted: query.extracted };
    return this.transactions.read(async (tx) => {
      const resource = await this.resources.get(location, tx, visibilityOfReads(principal));
      const fields = await this.storedFields([resource], { ...shown, vectorset: query.vectorset }, tx);
      const own = (fields.get(resource.id) ?? []).map((one) => this.forReader(one, principal));
      return resourceDocument(resource, own, shown);
    });
  }

  /** @throws AppError `not_found` */
  async head(location: ResourceLocation, principal: Principal): Promise<null> {
    await this.transactions.read((tx) => this.resources.get(location, tx, visibilityOfReads(principal)));
    return null;
  }

  async list(kbid: string, { page, size }: ResourceListQuery, principal: Principal): Promise<ResourceList> {
    const visibility = visibilityOfReads(principal);
    const rows = await this.transactions.read((tx) => this.resources.list(kbid, { page, size, visibility }, tx));
    const resources = rows
      .slice(0, size)
      .map((row) => resourceDocument(row, [], { show: ['basic'], fieldTypes: [], extracted: [] }));
    return { resources, pagination: { page, size, last: rows.length <= size } };
  }

  /** Of resources that an index found, those that exist and may be seen. */
  async listVisible({ kbid, rids, visibility }: VisibleResourcesQuery): Promise<VisibleResources> {
    return { rids: await this.transactions.read((tx) => this.resources.listVisible({ kbid, rids }, visibility, tx)) };
  }

  /** Many at once, by the id asked for; secrets of their fields are left out. */
  async readMany({ kbid, ids, visibility, show, fieldTypes, extracted }: ResourcesQuery): Promise<ResourcesFound> {
    const shown = { show, fieldTypes, extracted };
    return this.transactions.read(async (tx) => {
      const byId = await this.resources.findMany(kbid, ids, tx);
      const held = new Set(byId.map(({ id }) => id));
      const rest = ids.filter((id) => !held.has(id));
      const all = [...byId, ...(await this.resources.findManyBySlug(kbid, rest, tx))];
      const resources = all.filter((resource) => isVisibleTo(resource, visibility));
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
    { query, principal }: { readonly query: FieldReadQuery; readonly principal: Principal },
  ): Promise<Field> {
    return this.transactions.read(async (tx) => {
      const resource = await this.resources.get(location, tx, visibilityOfReads(principal));
      if (field.type === 'generic') return genericField(resource, field.id);
      const shown = { fieldTypes: [field.type], extracted: query.extracted, vectorset: query.vectorset };
      const show = query.show.includes('extracted') ? (['values', 'extracted'] as const) : (['values'] as const);
      const all = await this.storedFields([resource], { ...shown, show }, tx);
      const found = all
        .get(resource.id)
        ?.find(({ field: stored }) => stored.id === field.id && stored.letter === letterOfFieldType[field.type]);
      if (!found) throw new AppError('not_found', 'Resource field does not exist');
      return fieldDocument(this.forReader(found, principal), query);
    });
  }

  /** Readers see the names of a field's secrets, writers their values. */
  private forReader(stored: StoredField, { roles }: Principal): StoredField {
    return roles.includes('WRITER') ? { ...stored, field: this.envelope.opened(stored.field) } : stored;
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
