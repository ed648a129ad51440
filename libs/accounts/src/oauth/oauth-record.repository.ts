import { Injectable } from '@nestjs/common';
import { type EntityManager, type FindOptionsWhere, In, LessThan } from 'typeorm';
import { OauthRecordEntity } from './oauth-record.entity';

/** Rows that one purge deletes at most. */
const PURGED_MAX = 10_000;
/** Sessions of a user that are listed. */
const LISTED_MAX = 1_000;

@Injectable()
export class OauthRecordRepository {
  /** Replaces the record of this kind and hash, but for its first day. */
  async put(record: OauthRecordEntity, tx: EntityManager): Promise<void> {
    await tx.upsert(OauthRecordEntity, record, ['kind', 'hash']);
  }

  async find(kind: string, hash: Buffer, tx: EntityManager): Promise<OauthRecordEntity | undefined> {
    return (await tx.findOneBy(OauthRecordEntity, { kind, hash })) ?? undefined;
  }

  async findByLookup(kind: string, lookupHash: Buffer, tx: EntityManager): Promise<OauthRecordEntity | undefined> {
    return (await tx.findOneBy(OauthRecordEntity, { kind, lookupHash })) ?? undefined;
  }

  /** @returns whether this call was the one that used it */
  async consume(
    { kind, hash, consumed }: { readonly kind: string; readonly hash: Buffer; readonly consumed: Date },
    tx: EntityManager,
  ): Promise<boolean> {
    const { affected } = await tx
      .createQueryBuilder()
      .update(OauthRecordEntity)
      .set({ consumed })
      .where({ kind, hash })
      .andWhere('consumed IS NULL')
      .execute();
    return affected === 1;
  }

  /** @returns whether there was one */
  async delete(kind: string, hash: Buffer, tx: EntityManager): Promise<boolean> {
    const { affected } = await tx.delete(OauthRecordEntity, { kind, hash });
    return affected === 1;
  }

  /** Keeps a grant from ending until the transaction does. @returns false when there is none */
  async holdGrant(grantHash: Buffer, tx: EntityManager): Promise<boolean> {
    const where = { kind: 'Grant', hash: grantHash };
    return (await tx.findOne(OauthRecordEntity, { where, lock: { mode: 'pessimistic_read' } })) !== null;
  }

  /** Deletes a grant with all that it gave. @returns hashes of the access tokens among it */
  async deleteGrant(grantHash: Buffer, tx: EntityManager): Promise<readonly Buffer[]> {
    return deleteGiven({ grantHash }, { hash: grantHash }, tx);
  }

  /** Deletes the grant that gave an access token. @returns hashes of the access tokens that end */
  async deleteGrantOf(userId: string, tokenHash: Buffer, tx: EntityManager): Promise<readonly Buffer[]> {
    const token = await tx.findOneBy(OauthRecordEntity, { userId, kind: 'AccessToken', hash: tokenHash });
    return token?.grantHash ? this.deleteGrant(token.grantHash, tx) : [];
  }

  /** What is signed in as a user: sessions of browsers, and grants of applications. */
  async listSessions(userId: string, tx: EntityManager): Promise<OauthRecordEntity[]> {
    const rows = await tx.find(OauthRecordEntity, {
      where: { userId, kind: In(['Grant', 'Session']) },
      take: LISTED_MAX,
    });
    const now = new Date();
    return rows.filter(({ expires }) => !expires || expires > now);
  }

  /** One of them. */
  async findSession(userId: string, hash: Buffer, tx: EntityManager): Promise<OauthRecordEntity | undefined> {
    return (await tx.findOneBy(OauthRecordEntity, { userId, hash, kind: In(['Grant', 'Session']) })) ?? undefined;
  }

  /** Ends the sign-in of a browser, named by its lookup. */
  async deleteBrowser(userId: string, lookupHash: Buffer, tx: EntityManager): Promise<void> {
    await tx.delete(OauthRecordEntity, { userId, kind: 'Session', lookupHash });
  }

  /** Deletes all that a user was given. @returns hashes of the access tokens among it */
  async deleteOfUser(userId: string, tx: EntityManager): Promise<readonly Buffer[]> {
    return deleteGiven({ userId }, { userId }, tx);
  }

  /** Deletes all that an application was given. @returns hashes of the access tokens among it */
  async deleteOfClient(clientId: string, tx: EntityManager): Promise<readonly Buffer[]> {
    return deleteGiven({ clientId }, { clientId }, tx);
  }

  async count(kind: string, tx: EntityManager): Promise<number> {
    return tx.countBy(OauthRecordEntity, { kind });
  }

  /** Deletes what has expired. @returns how much; call again when it is a lot */
  async purge(before: Date, tx: EntityManager): Promise<number> {
    const where = { expires: LessThan(before) };
    const select = { kind: true, hash: true } as const;
    const rows = await tx.find(OauthRecordEntity, { where, select, take: PURGED_MAX, order: { expires: 'ASC' } });
    for (const kind of new Set(rows.map((row) => row.kind))) {
      const hashes = rows.filter((row) => row.kind === kind).map(({ hash }) => hash);
      await tx.delete(OauthRecordEntity, { kind, hash: In(hashes), ...where });
    }
    return rows.length;
  }

  /** Deletes applications that registered themselves before this date and that no user has a grant for. */
  async purgeClients(before: Date, tx: EntityManager): Promise<void> {
    await tx.query(
      `DELETE FROM oauth_records AS client WHERE kind IN ('Client', 'RegistrationAccessToken') AND created < $1
        AND NOT EXISTS (SELECT FROM oauth_records WHERE kind = 'Grant' AND client_id = client.client_id)`,
      [before],
    );
  }
}

/**
 * Grants go first: a token that is being stored holds its grant, so that it is there when the rest goes.
 *
 * @returns hashes of the access tokens among it
 */
async function deleteGiven(
  given: FindOptionsWhere<OauthRecordEntity>,
  grants: FindOptionsWhere<OauthRecordEntity>,
  tx: EntityManager,
): Promise<readonly Buffer[]> {
  await tx.delete(OauthRecordEntity, { ...grants, kind: 'Grant' });
  const where = { ...given, kind: 'AccessToken' };
  const tokens = await tx.find(OauthRecordEntity, { where, select: { kind: true, hash: true } });
  await tx.delete(OauthRecordEntity, given);
  return tokens.map(({ hash }) => hash);
}
