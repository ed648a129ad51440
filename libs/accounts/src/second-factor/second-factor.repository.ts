import { createHmac, randomInt } from 'node:crypto';
import { SecretEnvelope } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { RecoveryCodeEntity, SecondFactorEntity } from './second-factor.entity';

const RECOVERY_CODES = 10;
/** Without those that look like another one. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODE_CHARS = 10;

/** The app of a user that makes codes. */
export interface KnownFactor {
  readonly secret: Buffer;
  readonly created: Date;
  readonly confirmed: Date | null;
}

@Injectable()
export class SecondFactorRepository {
  constructor(private readonly envelope: SecretEnvelope) {}

  async find(userId: string, tx: EntityManager): Promise<KnownFactor | undefined> {
    const row = await tx.findOneBy(SecondFactorEntity, { userId });
    if (!row) return undefined;
    const secret = Buffer.from(this.envelope.open(row.secret, factorPurpose(userId)), 'base64url');
    return { secret, created: row.created, confirmed: row.confirmed };
  }

  async isOn(userId: string, tx: EntityManager): Promise<boolean> {
    const row = await tx.findOneBy(SecondFactorEntity, { userId });
    return row !== null && row.confirmed !== null;
  }

  /** Instead of one that was not confirmed. @returns whether there was none that was */
  async begin(userId: string, secret: Buffer, tx: EntityManager): Promise<boolean> {
    await tx.delete(SecondFactorEntity, { userId, confirmed: IsNull() });
    const sealed = this.envelope.seal(secret.toString('base64url'), factorPurpose(userId));
    const rows = await tx.query<object[]>(
      `INSERT INTO second_factors (user_id, secret, created, last_step) VALUES ($1, $2, $3, 0)
        ON CONFLICT DO NOTHING RETURNING user_id`,
      [userId, sealed, new Date()],
    );
    return rows.length === 1;
  }

  /** @returns whether it waited for that */
  async confirm(userId: string, step: number, tx: EntityManager): Promise<boolean> {
    const changes = { confirmed: new Date(), lastStep: String(step) };
    const { affected } = await tx.update(SecondFactorEntity, { userId, confirmed: IsNull() }, changes);
    return affected === 1;
  }

  /** Counts a code of the app once. @returns whether no later one, nor this one, counted before */
  async useStep(userId: string, step: number, tx: EntityManager): Promise<boolean> {
    const [rows] = await tx.query<[object[], number]>(
      `UPDATE second_factors SET last_step = $2
        WHERE user_id = $1 AND confirmed IS NOT NULL AND last_step < $2 RETURNING user_id`,
      [userId, step],
    );
    return rows.length === 1;
  }

  /** @returns new recovery codes, instead of all from before */
  async renewCodes(userId: string, tx: EntityManager): Promise<readonly string[]> {
    await tx.delete(RecoveryCodeEntity, { userId });
    const codes = Array.from({ length: RECOVERY_CODES }, newCode);
    await tx.insert(
      RecoveryCodeEntity,
      codes.map((code) => ({ userId, hash: this.hashOf(userId, plainCode(code)) })),
    );
    return codes;
  }

  /** Uses a recovery code up. @returns whether it was one @param code as `plainCode` */
  async useCode(userId: string, code: string, tx: EntityManager): Promise<boolean> {
    const { affected } = await tx.delete(RecoveryCodeEntity, { userId, hash: this.hashOf(userId, code) });
    return affected === 1;
  }

  countCodes(userId: string, tx: EntityManager): Promise<number> {
    return tx.countBy(RecoveryCodeEntity, { userId });
  }

  /** @returns whether it was on */
  async delete(userId: string, tx: EntityManager): Promise<boolean> {
    const wasOn = await this.isOn(userId, tx);
    await tx.delete(SecondFactorEntity, { userId });
    await tx.delete(RecoveryCodeEntity, { userId });
    return wasOn;
  }

  private hashOf(userId: string, code: string): Buffer {
    const [key = Buffer.alloc(0)] = this.envelope.derivedKeys('recovery codes');
    return createHmac('sha256', key).update(`${userId}/${code}`).digest();
  }
}

/** A code as people type it: spaces, hyphens and case do not matter. */
export function plainCode(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toLowerCase();
}

function newCode(): string {
  const letters = Array.from({ length: CODE_CHARS }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');
  return `${letters.slice(0, CODE_CHARS / 2)}-${letters.slice(CODE_CHARS / 2)}`;
}

function factorPurpose(userId: string): string {
  return `second factor:${userId}`;
}
