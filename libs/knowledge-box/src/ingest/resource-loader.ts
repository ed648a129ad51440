import type { ResourceReference } from '@lectern/contracts';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { ExtractedFieldEntity, FieldEntity, FieldVectorsEntity } from '../field/field.entity';
import { FieldRepository } from '../field/field.repository';
import type { ResourceEntity } from '../resource/resource.entity';
import { ResourceRepository } from '../resource/resource.repository';

/** A resource with what processing found in its fields. */
export interface ExtractedResource {
  readonly resource: ResourceEntity;
  readonly extracted: readonly ExtractedFieldEntity[];
}

/** Reads what tasks work on; undefined means that the resource is gone. */
@Injectable()
export class ResourceLoader {
  constructor(
    private readonly transactions: Transactions,
    private readonly resources: ResourceRepository,
    private readonly fields: FieldRepository,
  ) {}

  async withFields({ kbid, rid }: ResourceReference): Promise<{ resource: ResourceEntity; fields: FieldEntity[] } | undefined> {
    return this.transactions.run(async (tx) => {
      const resource = await this.resources.find({ kbid, rid }, tx);
      return resource && { resource, fields: await this.fields.list(kbid, [rid], tx) };
    });
  }

  async withExtracted({ kbid, rid }: ResourceReference): Promise<ExtractedResource | undefined> {
    return this.transactions.run(async (tx) => {
      const resource = await this.resources.find({ kbid, rid }, tx);
      return resource && { resource, extracted: await this.fields.listExtracted(kbid, [rid], tx) };
    });
  }

  async vectors({ kbid, rid }: ResourceReference, vectorset: string): Promise<readonly FieldVectorsEntity[]> {
    return this.transactions.run((tx) => this.fields.listVectors(kbid, [rid], { vectorset, tx }));
  }

  async exists({ kbid, rid }: ResourceReference): Promise<boolean> {
    return this.transactions.run(async (tx) => (await this.resources.find({ kbid, rid }, tx)) !== undefined);
  }
}
