import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { EntityManager } from 'typeorm';
import { challengeIn, registrationIn } from './browser-answer';
import { PasskeyChallenges } from './passkey-challenges';
import { PasskeyPlace } from './passkey-place';
import type { PasskeyEntity } from './passkey.entity';

const REFUSED = 'This is no new passkey for this user, or it took more than five minutes';
/** Ed25519, ECDSA with P-256, RSA: COSE has numbers for them. */
const ALGORITHMS = [-8, -7, -257];

/** A key pair that an authenticator made. */
export interface MadeKey extends Pick<
  PasskeyEntity,
  'credentialId' | 'publicKey' | 'counter' | 'transports' | 'isSynced'
> {
  readonly challenge: string;
}

/** Checks key pairs that authenticators make. */
@Injectable()
export class PasskeyRegistration {
  constructor(
    private readonly challenges: PasskeyChallenges,
    private readonly place: PasskeyPlace,
  ) {}

  /** What an authenticator must do. @throws AppError `bad_request` where passkeys cannot be used */
  terms(userId: string) {
    return {
      rpName: 'Lectern',
      rpID: this.place.name,
      challenge: new Uint8Array(this.challenges.issue(registrationPurpose(userId))),
      attestationType: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: ALGORITHMS,
      timeout: 300_000,
    } as const;
  }

  /** @throws AppError `bad_request` */
  async verify(userId: string, credential: unknown): Promise<MadeKey> {
    const answer = await registrationIn(credential);
    const challenge = answer && challengeIn(answer);
    if (!answer || challenge === undefined || !this.challenges.isValid(challenge, registrationPurpose(userId)))
      throw refusedRegistration();
    const made = await this.made(answer, challenge);
    if (!made) throw refusedRegistration();
    return { ...made, challenge };
  }

  /** @throws AppError `bad_request` when another request used it */
  async use(challenge: string, tx: EntityManager): Promise<void> {
    if (!(await this.challenges.use(challenge, tx))) throw refusedRegistration();
  }

  private async made(
    response: RegistrationResponseJSON,
    expectedChallenge: string,
  ): Promise<Omit<MadeKey, 'challenge'> | undefined> {
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    const expected = { expectedChallenge, expectedOrigin: this.place.origin, expectedRPID: this.place.name };
    try {
      const { verified, registrationInfo: info } = await verifyRegistrationResponse({
        response,
        ...expected,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      });
      if (!verified) return undefined;
      const { id: credentialId, publicKey, counter } = info.credential;
      const { transports = [] } = response.response;
      const isSynced = info.credentialBackedUp;
      return { credentialId, publicKey: Buffer.from(publicKey), counter: String(counter), transports, isSynced };
    } catch {
      // What the library refuses, and bytes that it cannot read.
      return undefined;
    }
  }
}

function refusedRegistration(): AppError {
  return new AppError('bad_request', REFUSED);
}

function registrationPurpose(userId: string): string {
  return `register/${userId}`;
}
