import { AppError } from '@lectern/contracts/core';
import { isUniqueViolation } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { type EntityManager, MoreThan } from 'typeorm';
import { SearchConfigurationEntity } from './search-configuration.entity';

/** Identifies a search configuration. */
export interface SearchConfigurationKey {
  readonly kbid: string;
  readonly name: string;
}

/** Rows of search configurations. */
@Injectable()
export class SearchConfigurationRepository {
  /** @throws AppError `not_found` */
  async get({ kbid, name }: SearchConfigurationKey, tx: EntityManager): Promise<SearchConfigurationEntity> {
    const configuration = await tx.findOneBy(SearchConfigurationEntity, { kbid, name });
    if (!configuration) throw missing();
    return configuration;
  }

  async find(
    { kbid, name }: SearchConfigurationKey,
    tx: EntityManager,
  ): Promise<SearchConfigurationEntity | undefined> {
    return (await tx.findOneBy(SearchConfigurationEntity, { kbid, name })) ?? undefined;
  }

  /** Ordered by name, after `after`. */
  async list(
    kbid: string,
    { after, limit }: { readonly after: string; readonly limit: number },
    tx: EntityManager,
  ): Promise<SearchConfigurationEntity[]> {
    const where = { kbid, name: MoreThan(after) };
    return tx.find(SearchConfigurationEntity, { where, order: { name: 'ASC' }, take: limit });
  }

  async count(kbid: string, tx: EntityManager): Promise<number> {
    return tx.countBy(SearchConfigurationEntity, { kbid });
  }

  /** @throws AppError `conflict` when the name is taken */
  async insert(configuration: SearchConfigurationEntity, tx: EntityManager): Promise<void> {
    const row: object = configuration; // TypeORM's type of a partial row does not support free-form JSON
    try {
      await tx.insert(SearchConfigurationEntity, row);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new AppError('conflict', 'Search configuration already exists', {}, { cause: error });
    }
  }

  /** @throws AppError `not_found` */
  async replace({ kbid, name, ...members }: SearchConfigurationEntity, tx: EntityManager): Promise<void> {
    const row: object = members; // as in `insert`
    const { affected } = await tx.update(SearchConfigurationEntity, { kbid, name }, row);
    if (affected !== 1) throw missing();
  }

  /** @throws AppError `not_found` */
  async delete({ kbid, name }: SearchConfigurationKey, tx: EntityManager): Promise<void> {
    const { affected } = await tx.delete(SearchConfigurationEntity, { kbid, name });
    if (affected !== 1) throw missing();
  }
}

function missing(): AppError {
  return new AppError('not_found', 'Search configuration does not exist');
}
