import { AppError } from '@lectern/contracts';
import { isUniqueViolation } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { ResourceEntity } from './resource.entity';

/** A resource named by id or by slug. */
export interface ResourceLocation {
  readonly kbid: string;
  readonly rid?: string;
  readonly rslug?: string;
}

@Injectable()
export class ResourceRepository {
  /** @throws AppError `conflict` when the slug is taken */
  async insert(resource: ResourceEntity, tx: EntityManager): Promise<void> {
    try {
      await tx.insert(ResourceEntity, resource);
    } catch (error) {
      throw isUniqueViolation(error)
        ? new AppError('conflict', `Resource slug ${resource.slug} already exists`, {}, { cause: error })
        : error;
    }
  }

  /** @throws AppError `conflict` when the slug is taken */
  async update(resource: ResourceEntity, tx: EntityManager): Promise<void> {
    const { kbid, id, ...members } = resource;
    try {
      await tx.update(ResourceEntity, { kbid, id }, members);
    } catch (error) {
      throw isUniqueViolation(error)
        ? new AppError('conflict', `Slug already exists: ${resource.slug}`, {}, { cause: error })
        : error;
    }
  }

  async find({ kbid, rid, rslug }: ResourceLocation, tx: EntityManager): Promise<ResourceEntity | undefined> {
    const where = rid === undefined ? { kbid, slug: rslug ?? '' } : { kbid, id: rid };
    return (await tx.findOneBy(ResourceEntity, where)) ?? undefined;
  }

  /** @throws AppError `not_found` */
  async get(location: ResourceLocation, tx: EntityManager): Promise<ResourceEntity> {
    return found(await this.find(location, tx));
  }

  /** The same, kept from other writers until the transaction ends. @throws AppError `not_found` */
  async lock(location: ResourceLocation, tx: EntityManager): Promise<ResourceEntity> {
    return found(await this.findLocked(location, tx));
  }

  async findLocked({ kbid, rid, rslug }: ResourceLocation, tx: EntityManager): Promise<ResourceEntity | undefined> {
    const where = rid === undefined ? { kbid, slug: rslug ?? '' } : { kbid, id: rid };
    const row = await tx.findOne(ResourceEntity, { where, lock: { mode: 'pessimistic_write' } });
    return row ?? undefined;
  }

  /** By ids or slugs; unknown ones are left out. */
  async findMany(kbid: string, ids: readonly string[], tx: EntityManager): Promise<ResourceEntity[]> {
    if (ids.length === 0) return [];
    const byId = await tx.findBy(ResourceEntity, { kbid, id: In([...ids]) });
    const rest = ids.filter((id) => !byId.some((resource) => resource.id === id));
    return rest.length === 0 ? byId : [...byId, ...(await tx.findBy(ResourceEntity, { kbid, slug: In(rest) }))];
  }

  /** Ordered by id, one more than `size` when there are more. */
  async list(kbid: string, { page, size }: { page: number; size: number }, tx: EntityManager): Promise<ResourceEntity[]> {
    return tx.find(ResourceEntity, { where: { kbid }, order: { id: 'ASC' }, skip: page * size, take: size + 1 });
  }

  async delete(kbid: string, id: string, tx: EntityManager): Promise<void> {
    await tx.delete(ResourceEntity, { kbid, id });
  }

  /** The next number in the processing queue. */
  async nextSeqid(tx: EntityManager): Promise<number> {
    const [row]: [{ seqid: string }] = await tx.query(`SELECT nextval('processing_seqid') AS seqid`);
    return Number(row.seqid);
  }
}

function found(resource: ResourceEntity | undefined): ResourceEntity {
  if (!resource) throw new AppError('not_found', 'Resource does not exist');
  return resource;
}
