import type { PasskeyOptions } from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { type GuessBound, GuessLimit } from '../password/guess-limit';
import { assertionIn, challengeIn } from './browser-answer';
import { PasskeyChallenges } from './passkey-challenges';
import { PasskeyPlace } from './passkey-place';
import type { PasskeyEntity } from './passkey.entity';
import { PasskeyRepository, type PasskeyUse } from './passkey.repository';

const FAILURES_MAX = 100;
const REFUSED = 'This passkey does not sign in here, or its answer took more than five minutes';

/** An answer of a browser, as it came. */
export interface PasskeyAnswer {
  readonly credential: unknown;
  /** The login that it is for; empty without one. */
  readonly challenge: string;
  readonly network?: string | undefined;
}

/** Signs people in with passkeys. The authenticator has verified them: no second factor is needed. */
@Injectable()
export class PasskeySignIns {
  constructor(
    private readonly transactions: Transactions,
    private readonly passkeys: PasskeyRepository,
    private readonly challenges: PasskeyChallenges,
    private readonly guesses: GuessLimit,
    private readonly place: PasskeyPlace,
  ) {}

  /** @param challenge the login that it is for; empty without one @throws AppError `bad_request` */
  async start(challenge: string): Promise<PasskeyOptions> {
    const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
    const options = await generateAuthenticationOptions({
      rpID: this.place.name,
      challenge: new Uint8Array(this.challenges.issue(signInPurpose(challenge))),
      userVerification: 'required',
      timeout: 300_000,
    });
    return { options: { ...options } };
  }

  /** @returns the user @throws AppError `unauthorized`, `rate_limited` */
  async complete({ credential, challenge, network = '' }: PasskeyAnswer): Promise<string> {
    const bounds = boundsOf(network);
    await this.guesses.claim(bounds);
    const assertion = assertionIn(credential);
    const userId = assertion && (await this.userOf(assertion, signInPurpose(challenge)));
    if (userId === undefined) throw new AppError('unauthorized', REFUSED);
    await this.guesses.release(bounds);
    return userId;
  }

  private async userOf(assertion: AuthenticationResponseJSON, purpose: string): Promise<string | undefined> {
    const challenge = challengeIn(assertion);
    if (challenge === undefined || !this.challenges.isValid(challenge, purpose)) return undefined;
    const passkey = await this.transactions.read((tx) => this.passkeys.findByCredential(assertion.id, tx));
    if (!passkey || !isHandleOf(passkey, assertion)) return undefined;
    const use = await this.verified(assertion, { passkey, challenge });
    if (!use) return undefined;
    const isUsed = await this.transactions.run(
      async (tx) => (await this.challenges.use(challenge, tx)) && (await this.passkeys.use(passkey.id, use, tx)),
    );
    return isUsed ? passkey.userId : undefined;
  }

  private async verified(
    response: AuthenticationResponseJSON,
    { passkey, challenge }: { readonly passkey: PasskeyEntity; readonly challenge: string },
  ): Promise<PasskeyUse | undefined> {
    const { credentialId: id, publicKey, counter } = passkey;
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    try {
      const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: this.place.origin,
        expectedRPID: this.place.name,
        credential: { id, publicKey: new Uint8Array(publicKey), counter: Number(counter) },
        requireUserVerification: true,
      });
      return verified ? { counter: info.newCounter, isSynced: info.credentialBackedUp } : undefined;
    } catch {
      // What the library refuses, and bytes that it cannot read.
      return undefined;
    }
  }
}

/** The authenticator says whose passkey it is, which a site may not mix up. */
function isHandleOf({ userId }: PasskeyEntity, { response }: AuthenticationResponseJSON): boolean {
  return response.userHandle === undefined || response.userHandle === userHandle(userId).toString('base64url');
}

/** The user, as authenticators know it. */
export function userHandle(userId: string): Buffer {
  return Buffer.from(userId.replaceAll('-', ''), 'hex');
}

function signInPurpose(challenge: string): string {
  return `sign-in/${challenge}`;
}

function boundsOf(network: string): readonly GuessBound[] {
  return [{ subject: `passkey/network/${network}`, max: FAILURES_MAX, windowMs: 900_000 }];
}
