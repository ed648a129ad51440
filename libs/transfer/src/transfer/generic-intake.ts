import { ExportedGeneric } from '@lectern/contracts/knowledge-box';
import { type ResourceEntity } from '@lectern/resource-store';
import { TransferContentRepository } from './transfer-content.repository';
import { Injectable } from '@nestjs/common';
import { FieldIntake, type Intake } from './field-intake';
import { badItem, itemOf } from './item-reader';

/** Stores vectors of titles and summaries. */
@Injectable()
export class GenericIntake {
  constructor(
    private readonly content: TransferContentRepository,
    private readonly findings: FieldIntake,
  ) {}

  /**
   * @param resource in the form in which it will be stored
   * @throws AppError `bad_request`
   */
  async store(resource: ResourceEntity, intake: Intake): Promise<void> {
    const { kbid, id: rid, version: seqid } = resource;
    const known = new Set<string>();
    for (let frame = await intake.items.takeIf('GEN'); frame; frame = await intake.items.takeIf('GEN')) {
      const { id } = await itemOf(frame, ExportedGeneric);
      if (!isEmbedded(resource, id))
        throw badItem(frame, new Error(`the ${id} is empty, or stands in for a better one`));
      if (known.has(id)) throw badItem(frame, new Error(`the ${id} is there twice`));
      if (known.size === 0) await this.content.putGenerics(resource, intake.tx);
      known.add(id);
      await this.findings.storeVectors({ kbid, rid, letter: 'a', id, seqid }, 1, intake);
    }
  }
}

function isEmbedded(resource: ResourceEntity, id: ExportedGeneric['id']): boolean {
  const isProvisional = id === 'title' ? resource.titleIsProvisional : resource.summaryIsProvisional;
  return !isProvisional && /[^ \t\n\v\f\r]/.test(resource[id]);
}
