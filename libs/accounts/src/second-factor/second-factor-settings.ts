import { deployment } from '@lectern/config';
import {
  type OwnProof,
  qrCode,
  type RecoveryCodes,
  type SecondFactor,
  type SecondFactorCode,
  type SecondFactorSetUp,
} from '@lectern/contracts/accounts';
import { AppError, type Principal, utcWithOffset } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { GuessLimit } from '../password/guess-limit';
import { base32, newTotpSecret, otpauthUri, totpStepOf } from './one-time-password';
import { OwnProofs } from './own-proofs';
import { qrDrawing } from './qr-drawing';
import { codeBounds } from './second-factor-check';
import { FactorNews } from './factor-news';
import { plainCode, SecondFactorRepository } from './second-factor.repository';

/** For how long a secret waits for its first code. */
const SET_UP_MS = 3_600_000;
const IS_ON = 'The second factor is on already: turn it off first';

/** Lets users turn their second factor on and off. */
@Injectable()
export class SecondFactorSettings {
  private readonly place = new URL(deployment().publicUrl).host;

  constructor(
    private readonly transactions: Transactions,
    private readonly factors: SecondFactorRepository,
    private readonly proofs: OwnProofs,
    private readonly guesses: GuessLimit,
    private readonly news: FactorNews,
  ) {}

  async get({ id }: Principal): Promise<SecondFactor> {
    return this.transactions.read(async (tx) => {
      const since = (await this.factors.find(id, tx))?.confirmed ?? null;
      const left = await this.factors.countCodes(id, tx);
      return { enabled: since !== null, since: since && utcWithOffset(since), recovery_codes_left: left };
    });
  }

  /** @throws AppError `forbidden`, `conflict`, `rate_limited` */
  async begin(principal: Principal, proof: OwnProof, network?: string): Promise<SecondFactorSetUp> {
    await this.proofs.require(principal, proof, network);
    const secret = newTotpSecret();
    const made = await this.transactions.run(async (tx) => {
      const user = await this.news.userOf(principal, tx);
      if (!(await this.factors.begin(user.id, secret, tx))) throw new AppError('conflict', IS_ON);
      return this.secretFor(user, secret);
    });
    return { ...made, qr_svg: String(qrCode(qrDrawing(made.uri))) };
  }

  /** What waits for its first code; undefined where nothing does. */
  async waiting({ id }: Principal): Promise<Omit<SecondFactorSetUp, 'qr_svg'> | undefined> {
    return this.transactions.read(async (tx) => {
      const factor = await this.factors.find(id, tx);
      if (!factor || factor.confirmed) return undefined;
      return this.secretFor(await this.news.userOf({ id }, tx), factor.secret);
    });
  }

  /** @throws AppError `bad_request`, `conflict`, `rate_limited` */
  async confirm(principal: Principal, { code }: SecondFactorCode): Promise<RecoveryCodes> {
    const bounds = codeBounds(principal.id);
    await this.guesses.claim(bounds);
    const recovery_codes = await this.transactions.run(async (tx) => {
      const step = await this.confirmedStep(principal.id, code, tx);
      if (!(await this.factors.confirm(principal.id, step, tx))) throw new AppError('conflict', IS_ON);
      await this.news.tell(principal, 'secondFactorOn', tx);
      return this.factors.renewCodes(principal.id, tx);
    });
    await this.guesses.release(bounds);
    return { recovery_codes };
  }

  /** @throws AppError `forbidden`, `conflict`, `rate_limited` */
  async renewCodes(principal: Principal, proof: OwnProof, network?: string): Promise<RecoveryCodes> {
    await this.proofs.require(principal, proof, network);
    return this.transactions.run(async (tx) => {
      if (!(await this.factors.isOn(principal.id, tx))) throw new AppError('conflict', 'The second factor is off');
      await this.news.tell(principal, 'recoveryCodesRenewed', tx);
      return { recovery_codes: await this.factors.renewCodes(principal.id, tx) };
    });
  }

  /** @throws AppError `forbidden`, `rate_limited` */
  async end(principal: Principal, proof: OwnProof, network?: string): Promise<null> {
    await this.proofs.require(principal, proof, network);
    await this.transactions.run(async (tx) => {
      if (await this.factors.delete(principal.id, tx)) await this.news.tell(principal, 'secondFactorOff', tx);
    });
    return null;
  }

  private secretFor({ email }: { readonly email: string }, secret: Buffer): Omit<SecondFactorSetUp, 'qr_svg'> {
    return { secret: base32(secret), uri: otpauthUri(secret, { issuer: this.place, email }) };
  }

  /** The step of the first code. */
  private async confirmedStep(userId: string, code: string, tx: EntityManager): Promise<number> {
    const factor = await this.factors.find(userId, tx);
    if (factor?.confirmed) throw new AppError('conflict', IS_ON);
    if (!factor || factor.created.getTime() < Date.now() - SET_UP_MS)
      throw new AppError('bad_request', 'No secret waits for its first code: begin again');
    const step = totpStepOf(plainCode(code), factor.secret, new Date());
    if (step === undefined) throw new AppError('bad_request', 'The code is wrong, or its time is over');
    return step;
  }
}
