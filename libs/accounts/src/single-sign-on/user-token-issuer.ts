import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';

/** Access and refresh token of a user. */
export interface TokenPair {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** Gives people who have signed in what the authorization server has for them. */
export abstract class UserTokenIssuer {
  /** Tokens of a user who has just signed in. */
  abstract issue(userId: string, options?: { readonly verifiedAt?: Date }): Promise<TokenPair>;

  /** Ends the login that an authorization waits for. @returns the address that continues the authorization */
  abstract accept(challenge: string, userId: string): Promise<string>;
}

/** In place of an authorization server. */
@Injectable()
export class NoUserTokens extends UserTokenIssuer {
  override async issue(): Promise<TokenPair> {
    throw new AppError('unavailable', 'This deployment has no authorization server that issues tokens of users');
  }

  override accept(): Promise<string> {
    return this.issue().then(() => '');
  }
}
