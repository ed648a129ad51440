import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PasskeyEntity } from './passkey.entity';

@Injectable()
export class PasskeyRepository {
  list(userId: string, tx: EntityManager): Promise<PasskeyEntity[]> {
    return tx.find(PasskeyEntity, { where: { userId }, order: { created: 'ASC', id: 'ASC' } });
  }

  async findByCredential(credentialId: string, tx: EntityManager): Promise<PasskeyEntity | undefined> {
    return (await tx.findOneBy(PasskeyEntity, { credentialId })) ?? undefined;
  }

  async insert(passkey: PasskeyEntity, tx: EntityManager): Promise<void> {
    await tx.insert(PasskeyEntity, { ...passkey, transports: [...passkey.transports] });
  }

  /** @returns whether the user has it */
  async rename(userId: string, id: string, { name, tx }: { readonly name: string; readonly tx: EntityManager }) {
    return (await tx.update(PasskeyEntity, { id, userId }, { name })).affected === 1;
  }

  /** @returns whether the user had it */
  async delete(userId: string, id: string, tx: EntityManager): Promise<boolean> {
    return (await tx.delete(PasskeyEntity, { id, userId })).affected === 1;
  }

  /** @returns how many the user had */
  async deleteAll(userId: string, tx: EntityManager): Promise<number> {
    return (await tx.delete(PasskeyEntity, { userId })).affected ?? 0;
  }

  /** Counts a use. @returns whether the authenticator counts none, or more uses than before */
  async use(id: string, { counter, isSynced }: PasskeyUse, tx: EntityManager): Promise<boolean> {
    const [rows] = await tx.query<[object[], number]>(
      `UPDATE passkeys SET counter = $2, is_synced = $3, last_used = $4
        WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0)) RETURNING id`,
      [id, counter, isSynced, new Date()],
    );
    return rows.length === 1;
  }
}

/** A use of a passkey, as its authenticator says. */
export interface PasskeyUse {
  readonly counter: number;
  readonly isSynced: boolean;
}
