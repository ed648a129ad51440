import { AppError, asUuid } from '@lectern/contracts/core';
import { isUniqueViolation } from '@lectern/database';
import { AccountUseRepository } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { NuaClientEntity } from './nua-client.entity';

@Injectable()
export class NuaClientRepository {
  constructor(private readonly uses: AccountUseRepository) {}

  /** @throws AppError `conflict` when the client id is taken */
  async insert(client: NuaClientEntity, tx: EntityManager): Promise<void> {
    try {
      await tx.insert(NuaClientEntity, client);
    } catch (error) {
      if (!isUniqueViolation(error, 'nua_clients_client_id')) throw error;
      throw new AppError('conflict', `A NUA client ${client.clientId} exists already`, {}, { cause: error });
    }
  }

  async count(account: string, tx: EntityManager): Promise<number> {
    return tx.countBy(NuaClientEntity, { account });
  }

  /** Oldest first; all clients, or the one with this client id. */
  async list(account: string, clientId: string | undefined, tx: EntityManager): Promise<NuaClientEntity[]> {
    const where = { account, ...(clientId !== undefined && { clientId }) };
    return tx.find(NuaClientEntity, { where, order: { created: 'ASC', internalId: 'ASC' } });
  }

  /**
   * Looks up the internal id first, then the client id; locks the client until the transaction ends.
   *
   * @throws AppError `not_found`
   */
  async get(account: string, id: string, tx: EntityManager): Promise<NuaClientEntity> {
    const lock = { mode: 'pessimistic_write' } as const;
    const internalId = asUuid(id);
    const byId =
      internalId === undefined ? null : await tx.findOne(NuaClientEntity, { where: { account, internalId }, lock });
    const client = byId ?? (await tx.findOne(NuaClientEntity, { where: { account, clientId: id }, lock }));
    if (!client) throw new AppError('not_found', 'NUA client not found');
    return client;
  }

  async findByKeyHash(keyHash: Buffer, tx: EntityManager): Promise<NuaClientEntity | undefined> {
    return (await tx.findOneBy(NuaClientEntity, { keyHash })) ?? undefined;
  }

  /** Null without one, and for a client that is gone. */
  async tokensLimit(client: Pick<NuaClientEntity, 'account' | 'clientId'>, tx: EntityManager): Promise<number | null> {
    const found = await tx.findOne(NuaClientEntity, { where: { ...client }, select: { tokensLimit: true } });
    return found?.tokensLimit ?? null;
  }

  async update({ account, internalId, ...members }: NuaClientEntity, tx: EntityManager): Promise<void> {
    await tx.update(NuaClientEntity, { account, internalId }, members);
  }

  /** With what it used: another client with its id begins with nothing. */
  async delete({ account, internalId, clientId }: NuaClientEntity, tx: EntityManager): Promise<void> {
    await tx.delete(NuaClientEntity, { account, internalId });
    await this.uses.forget({ account, nuaClient: clientId }, tx);
  }
}
