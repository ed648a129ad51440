import {
  type Addition,
  BoxStock,
  ConversationRepository,
  FieldRepository,
  type ResourceEntity,
  ResourceRepository,
} from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ImportState } from './import-state';
import { TransferContentRepository } from './transfer-content.repository';

/** Resources that a box has already and that meet those of a file, by id or slug. */
@Injectable()
export class EarlierResources {
  constructor(
    private readonly resources: ResourceRepository,
    private readonly fields: FieldRepository,
    private readonly content: TransferContentRepository,
    private readonly conversations: ConversationRepository,
    private readonly stock: BoxStock,
  ) {}

  /**
   * @returns a check of what a resource adds to a box, for the transaction that stores it, which throws AppError
   *   `quota_exceeded`
   */
  async guardOf(kbid: string): Promise<(adding: Addition, tx: EntityManager) => Promise<void>> {
    const limits = await this.stock.limitsOf(kbid);
    return async (adding, tx) => limits && this.stock.admit(kbid, { adding, limits }, tx);
  }

  /** A slug that is taken by another resource is not changed. */
  async withFreeSlug(resource: ResourceEntity, state: ImportState, tx: EntityManager): Promise<ResourceEntity> {
    const { kbid, id, slug } = resource;
    const [owner] = await this.resources.findManyBySlug(kbid, [slug], tx);
    if (!owner || owner.id === id) return resource;
    state.note(id, `The slug ${slug} belongs to the resource ${owner.id}; the id is the slug instead.`);
    return { ...resource, slug: id };
  }

  /**
   * Makes room for a resource: the content of the previous one with its id is removed.
   *
   * @returns number of the resource in the processing queue; keys of blobs that it no longer has
   */
  async makeRoom(
    reference: { readonly kbid: string; readonly rid: string },
    { isReplaced }: { readonly isReplaced: boolean },
    tx: EntityManager,
  ): Promise<{ readonly seqid: number; readonly orphans: readonly string[] }> {
    const orphans = isReplaced ? await this.clear(reference, tx) : [];
    return { seqid: await this.resources.nextSeqid(tx), orphans };
  }

  private async clear({ kbid, rid }: { kbid: string; rid: string }, tx: EntityManager): Promise<string[]> {
    const fields = await this.content.listFields({ kbid, rid }, tx);
    const pictures = await this.fields.listPictures([{ kbid, rid }], tx);
    await this.fields.deleteAll(kbid, rid, tx);
    const attachments = await this.conversations.removeOfResource(kbid, rid, tx);
    const files = fields.flatMap(({ blobKey }) => (blobKey === null ? [] : [blobKey]));
    return [...files, ...attachments, ...pictures.flatMap(({ keys }) => keys)];
  }
}
