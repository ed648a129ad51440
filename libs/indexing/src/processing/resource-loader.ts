import { resourcesOf } from '@lectern/contracts/core';
import type { ResourceReference } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import {
  type ExtractedFieldEntity,
  type FieldEntity,
  type FieldKey,
  FieldRepository,
  type FieldVectorsEntity,
  type ResourceEntity,
  ResourceRepository,
} from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { laneOf, QUICK_CHARS_MAX } from '../queue/field-lane';
import { isUnsettled } from './settle';
import { batched } from '../queue/batched';

/** A resource with the content extracted from its fields. */
export interface ExtractedResource {
  readonly resource: ResourceEntity;
  readonly extracted: readonly ExtractedFieldEntity[];
}

/** The vectors of a resource in one vectorset. */
export type VectorsReference = ResourceReference & { readonly vectorset: string };

/** Fast fields without a result. */
export interface QuickFields {
  readonly fields: readonly FieldEntity[];
  /** Their resource, when it has no other fields to process and no earlier results. */
  readonly newResource?: ResourceEntity;
}

/** Maximum size of such a text as stored, with its other members. */
const QUICK_BYTES_MAX = 4 * QUICK_CHARS_MAX + 4_096;

const batches = { max: 64, gatherMs: 2 };

/** Reads the data of tasks, batched; undefined means that the resource has been deleted. */
@Injectable()
export class ResourceLoader {
  /** Fast fields without a result. */
  readonly quickFields = batched((references: readonly ResourceReference[]) => this.loadQuick(references), batches);
  readonly withExtracted = batched(
    (references: readonly ResourceReference[]) => this.loadWithExtracted(references),
    batches,
  );
  readonly vectors = batched((references: readonly VectorsReference[]) => this.loadVectors(references), batches);
  /** Version of the committed row. */
  readonly version = batched((references: readonly ResourceReference[]) => this.loadVersions(references), batches);

  /** UTF-8 bytes of all text extracted from fields of a resource. */
  readonly textBytes = batched((references: readonly ResourceReference[]) => this.loadTextBytes(references), batches);

  constructor(
    private readonly transactions: Transactions,
    private readonly resources: ResourceRepository,
    private readonly fields: FieldRepository,
  ) {}

  private async loadVectors(references: readonly VectorsReference[]): Promise<(readonly FieldVectorsEntity[])[]> {
    const found = new Map<string, readonly FieldVectorsEntity[]>();
    for (const own of Map.groupBy(references, ({ kbid, vectorset }) => `${kbid}/${vectorset}`).values()) {
      const [{ kbid, vectorset } = { kbid: '', vectorset: '' }] = own;
      const rids = own.map(({ rid }) => rid);
      const rows = await this.transactions.read((tx) => this.fields.listVectors(kbid, rids, { vectorset, tx }));
      for (const [rid, ofResource] of Map.groupBy(rows, (row) => row.rid))
        found.set(`${kbid}/${rid}/${vectorset}`, ofResource);
    }
    return references.map(({ kbid, rid, vectorset }) => found.get(`${kbid}/${rid}/${vectorset}`) ?? []);
  }

  private async loadQuick(references: readonly ResourceReference[]): Promise<readonly QuickFields[]> {
    const found = await this.transactions.read((tx) => this.resources.listNewTexts(references, QUICK_BYTES_MAX, tx));
    return found.map((one) => {
      if (!one) return { fields: [] };
      const fields = one.texts.filter((field) => laneOf(field) === undefined && isUnsettled(field));
      const isNew = one.isNew && fields.length === one.texts.length;
      return { fields, ...(isNew && { newResource: one.resource }) };
    });
  }

  /** Undefined when the field has a result or has been deleted. */
  async unsettledField(key: FieldKey): Promise<FieldEntity | undefined> {
    const field = await this.transactions.read((tx) => this.fields.find(key, tx));
    return field && isUnsettled(field) ? field : undefined;
  }

  private async loadWithExtracted(
    references: readonly ResourceReference[],
  ): Promise<(ExtractedResource | undefined)[]> {
    const list = this.fields.listExtracted.bind(this.fields);
    const loaded = await this.load(references, list);
    return loaded.map((found) => found && { resource: found.resource, extracted: found.rows });
  }

  /** Resources, each with the fields that have these names (`{rid}/{letter}/{id}`). */
  async withFields(kbid: string, names: readonly string[]): Promise<readonly ExtractedResource[]> {
    const [resources, rows] = await this.transactions.read((tx) =>
      Promise.all([
        this.resources.findMany(kbid, resourcesOf(names), tx),
        this.fields.listExtractedNamed(kbid, names, tx),
      ]),
    );
    const byRid = Map.groupBy(rows, ({ rid }) => rid);
    return resources.map((resource) => ({ resource, extracted: byRid.get(resource.id) ?? [] }));
  }

  private async loadTextBytes(references: readonly ResourceReference[]): Promise<number[]> {
    const bytes = await this.transactions.read((tx) => this.fields.textBytes(references, tx));
    return references.map(({ kbid, rid }) => bytes.get(`${kbid}/${rid}`) ?? 0);
  }

  private async loadVersions(references: readonly ResourceReference[]): Promise<(number | undefined)[]> {
    const versions = await this.transactions.read((tx) => this.resources.versions(references, tx));
    return references.map(({ kbid, rid }) => versions.get(`${kbid}/${rid}`));
  }

  /** Rows of one knowledge box; deleted resources are omitted. */
  async rows(kbid: string, rids: readonly string[]): Promise<readonly ResourceEntity[]> {
    return this.transactions.read((tx) => this.resources.findMany(kbid, rids, tx));
  }

  private async load<R extends { rid: string }>(
    references: readonly ResourceReference[],
    list: (kbid: string, rids: readonly string[], tx: EntityManager) => Promise<R[]>,
  ): Promise<({ resource: ResourceEntity; rows: R[] } | undefined)[]> {
    const found = new Map<string, { resource: ResourceEntity; rows: R[] }>();
    for (const [kbid, own] of Map.groupBy(references, (reference) => reference.kbid)) {
      const rids = own.map(({ rid }) => rid);
      const [resources, rows] = await this.transactions.read((tx) =>
        Promise.all([this.resources.findMany(kbid, rids, tx), list(kbid, rids, tx)]),
      );
      const byRid = Map.groupBy(rows, ({ rid }) => rid);
      for (const resource of resources)
        found.set(`${kbid}/${resource.id}`, { resource, rows: byRid.get(resource.id) ?? [] });
    }
    return references.map(({ kbid, rid }) => found.get(`${kbid}/${rid}`));
  }
}
