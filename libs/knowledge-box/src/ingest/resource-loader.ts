import type { ResourceReference } from '@lectern/contracts';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ExtractedFieldEntity, FieldEntity, FieldVectorsEntity } from '../field/field.entity';
import { FieldRepository } from '../field/field.repository';
import type { ResourceEntity } from '../resource/resource.entity';
import { ResourceRepository } from '../resource/resource.repository';
import { together } from './together';

/** A resource with what processing found in its fields. */
export interface ExtractedResource {
  readonly resource: ResourceEntity;
  readonly extracted: readonly ExtractedFieldEntity[];
}

export interface ResourceWithFields {
  readonly resource: ResourceEntity;
  readonly fields: readonly FieldEntity[];
}

/** The vectors of a resource in one vectorset. */
export type VectorsReference = ResourceReference & { readonly vectorset: string };

const batches = { max: 64, gatherMs: 2 };

/** Reads what tasks work on, many at once; undefined means that the resource is gone. */
@Injectable()
export class ResourceLoader {
  readonly withFields = together(
    (references: readonly ResourceReference[]) => this.loadWithFields(references),
    batches,
  );
  readonly withExtracted = together(
    (references: readonly ResourceReference[]) => this.loadWithExtracted(references),
    batches,
  );
  readonly vectors = together((references: readonly VectorsReference[]) => this.loadVectors(references), batches);
  /** Of the committed row. */
  readonly version = together((references: readonly ResourceReference[]) => this.loadVersions(references), batches);

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
      for (const [rid, ofResource] of Map.groupBy(rows, (row) => row.rid)) found.set(`${rid}/${vectorset}`, ofResource);
    }
    return references.map(({ rid, vectorset }) => found.get(`${rid}/${vectorset}`) ?? []);
  }

  private async loadWithFields(references: readonly ResourceReference[]): Promise<(ResourceWithFields | undefined)[]> {
    const list = this.fields.list.bind(this.fields);
    const loaded = await this.load(references, list);
    return loaded.map((found) => found && { resource: found.resource, fields: found.rows });
  }

  private async loadWithExtracted(
    references: readonly ResourceReference[],
  ): Promise<(ExtractedResource | undefined)[]> {
    const list = this.fields.listExtracted.bind(this.fields);
    const loaded = await this.load(references, list);
    return loaded.map((found) => found && { resource: found.resource, extracted: found.rows });
  }

  private async loadVersions(references: readonly ResourceReference[]): Promise<(number | undefined)[]> {
    const versions = await this.transactions.read((tx) => this.resources.versions(references, tx));
    return references.map(({ kbid, rid }) => versions.get(`${kbid}/${rid}`));
  }

  /** Rows only, of one knowledge box; those that are gone are left out. */
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
