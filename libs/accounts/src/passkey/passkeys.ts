import { randomUUID } from 'node:crypto';
import type { NewPasskey, Passkey, PasskeyList, PasskeyOptions, PasskeyProof } from '@lectern/contracts/accounts';
import { AppError, asUuid, type Principal, utcWithOffset } from '@lectern/contracts/core';
import { isUniqueViolation, lockName, Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { FactorNews } from '../second-factor/factor-news';
import { OwnProofs } from '../second-factor/own-proofs';
import { PasskeyRegistration } from './passkey-registration';
import { userHandle } from './passkey-sign-ins';
import type { PasskeyEntity } from './passkey.entity';
import { PasskeyRepository } from './passkey.repository';

const PASSKEYS_MAX = 20;

/** Passkeys of a user, which the user manages. */
@Injectable()
export class Passkeys {
  constructor(
    private readonly transactions: Transactions,
    private readonly passkeys: PasskeyRepository,
    private readonly registration: PasskeyRegistration,
    private readonly proofs: OwnProofs,
    private readonly news: FactorNews,
  ) {}

  async list({ id }: Pick<Principal, 'id'>): Promise<PasskeyList> {
    const found = await this.transactions.read((tx) => this.passkeys.list(id, tx));
    return { passkeys: found.map(shownPasskey) };
  }

  /** @throws AppError `forbidden`, `bad_request`, `rate_limited` */
  async start(principal: Principal, proof: PasskeyProof, network?: string): Promise<PasskeyOptions> {
    await this.proofs.require(principal, proof, network);
    const { user, known } = await this.transactions.read(async (tx) => ({
      user: await this.news.userOf(principal, tx),
      known: await this.passkeys.list(principal.id, tx),
    }));
    const { generateRegistrationOptions } = await import('@simplewebauthn/server');
    const options = await generateRegistrationOptions({
      ...this.registration.terms(user.id),
      userID: new Uint8Array(userHandle(user.id)),
      userName: user.email,
      userDisplayName: user.name,
      excludeCredentials: known.map(({ credentialId: id }) => ({ id })),
    });
    return { options: { ...options } };
  }

  /** The challenge was given to a user who had proved who they are. @throws AppError `bad_request`, `conflict` */
  async add(principal: Principal, { name, credential }: NewPasskey): Promise<Passkey> {
    const { challenge, ...key } = await this.registration.verify(principal.id, credential);
    const { id: userId } = principal;
    const made = { id: randomUUID(), userId, name, created: new Date(), lastUsed: null, ...key };
    await this.transactions.run(async (tx) => {
      await this.registration.use(challenge, tx);
      await lockName(tx, `passkeys/${userId}`);
      if ((await this.passkeys.list(userId, tx)).length >= PASSKEYS_MAX)
        throw new AppError('conflict', `A user has at most ${PASSKEYS_MAX} passkeys`);
      await this.insert(made, tx);
      await this.news.tell(principal, 'passkeyAdded', tx);
    });
    return shownPasskey(made);
  }

  /** @throws AppError `not_found`, also for one of another user */
  async rename({ id: userId }: Principal, id: string, name: string): Promise<null> {
    const isRenamed = await this.transactions.run((tx) => this.passkeys.rename(userId, passkeyUuid(id), { name, tx }));
    if (!isRenamed) throw unknownPasskey();
    return null;
  }

  /** @throws AppError `not_found`, also for one of another user */
  async remove(principal: Principal, id: string): Promise<null> {
    await this.transactions.run(async (tx) => {
      if (!(await this.passkeys.delete(principal.id, passkeyUuid(id), tx))) throw unknownPasskey();
      await this.news.tell(principal, 'passkeyRemoved', tx);
    });
    return null;
  }

  private async insert(passkey: PasskeyEntity, tx: EntityManager): Promise<void> {
    try {
      await this.passkeys.insert(passkey, tx);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new AppError('conflict', 'This passkey is known already', {}, { cause: error });
    }
  }
}

function shownPasskey({ id, name, created, lastUsed, isSynced }: PasskeyEntity): Passkey {
  const last_used = lastUsed && utcWithOffset(lastUsed);
  return { id, name, created: utcWithOffset(created), last_used, is_synced: isSynced };
}

function passkeyUuid(id: string): string {
  const uuid = asUuid(id);
  if (uuid === undefined) throw unknownPasskey();
  return uuid;
}

function unknownPasskey(): AppError {
  return new AppError('not_found', 'Passkey not found');
}
