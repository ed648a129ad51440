import type { SessionOpening } from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { tokenHash } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import { CredentialService } from '../token/credential.service';
import { SignInCodeRepository } from './sign-in-code.repository';

export const NOT_A_TOKEN =
  'This is not a personal access token that is valid now. Keys of knowledge boxes and NUA keys do not open the console';
export const NOT_A_CODE = 'This sign-in link has been used, has expired or is unknown. Sign in with a token';

/** Who signs in, and by which token. */
export interface Opener {
  readonly userId: string;
  readonly token?: { readonly id: string; readonly expiresMs?: number };
}

/** Finds who signs in to the console. */
@Injectable()
export class Openers {
  constructor(
    private readonly transactions: Transactions,
    private readonly codes: SignInCodeRepository,
    private readonly credentials: CredentialService,
  ) {}

  /** A code is void afterwards in any case. @throws AppError `unauthorized`, `bad_request` */
  async find({ token, code }: SessionOpening): Promise<Opener> {
    if (token !== undefined && code === undefined) return this.byToken(token);
    if (code !== undefined && token === undefined) return this.byCode(code);
    throw new AppError('bad_request', 'Exactly one of token and code is required');
  }

  private async byCode(code: string): Promise<Opener> {
    const userId = await this.transactions.run((tx) => this.codes.use(tokenHash(code), new Date(), tx));
    if (userId === undefined) throw new AppError('unauthorized', NOT_A_CODE);
    return { userId };
  }

  private async byToken(token: string): Promise<Opener> {
    try {
      const { id: userId, key, expiresMs } = await this.credentials.verify({ carrier: 'authorization', token });
      return { userId, token: { id: key, expiresMs } };
    } catch (cause) {
      const isRefused = cause instanceof AppError && cause.code === 'unauthorized';
      throw isRefused ? new AppError('unauthorized', NOT_A_TOKEN, {}, { cause }) : cause;
    }
  }
}
