import type { SessionOpening } from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { tokenHash } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import { CodeExchange } from '../oauth/code-exchange';
import { CredentialService } from '../token/credential.service';
import { SignInCodeRepository } from './sign-in-code.repository';

export const NOT_A_TOKEN =
  'This is not a personal access token that is valid now. Keys of knowledge boxes and NUA keys do not open the console';
export const NOT_A_CODE = 'This sign-in link has been used, has expired or is unknown. Sign in with a token';

/** Who signs in, and by which means. */
export interface Opener {
  readonly userId: string;
  readonly by: 'token' | 'link' | 'page';
  readonly token?: { readonly id: string; readonly expiresMs?: number };
  /** SHA-256 of the name of the browser's sign-in. */
  readonly browserHash?: Buffer;
  /** When the user proved who they are, in Unix seconds: on the page of sign-in. */
  readonly verifiedAt?: number;
}

/** Finds who signs in to the console. */
@Injectable()
export class Openers {
  constructor(
    private readonly transactions: Transactions,
    private readonly codes: SignInCodeRepository,
    private readonly credentials: CredentialService,
    private readonly exchange: CodeExchange,
  ) {}

  /** A code is void afterwards in any case. @throws AppError `unauthorized`, `bad_request` */
  async find({ token, code, ...authorization }: SessionOpening): Promise<Opener> {
    const {
      authorization_code: granted,
      code_verifier: verifier = '',
      origin,
      returned_to: returnedTo,
    } = authorization;
    if ([token, code, granted].filter((one) => one !== undefined).length !== 1)
      throw new AppError('bad_request', 'Exactly one of token and code is required');
    if (token !== undefined) return this.byToken(token);
    if (code !== undefined) return this.byCode(code);
    return { by: 'page', ...(await this.exchange.redeem({ code: granted ?? '', verifier, origin, returnedTo })) };
  }

  private async byCode(code: string): Promise<Opener> {
    const userId = await this.transactions.run((tx) => this.codes.use(tokenHash(code), new Date(), tx));
    if (userId === undefined) throw new AppError('unauthorized', NOT_A_CODE);
    return { by: 'link', userId };
  }

  private async byToken(token: string): Promise<Opener> {
    try {
      const verified = await this.credentials.verify({ carrier: 'authorization', token });
      const { kind, id: userId, key, expiresMs } = verified;
      if (kind !== 'pat') throw new AppError('unauthorized', NOT_A_TOKEN);
      return { by: 'token', userId, token: { id: key, expiresMs } };
    } catch (cause) {
      const isRefused = cause instanceof AppError && cause.code === 'unauthorized';
      throw isRefused ? new AppError('unauthorized', NOT_A_TOKEN, {}, { cause }) : cause;
    }
  }
}
