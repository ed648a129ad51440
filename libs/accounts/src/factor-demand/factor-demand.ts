import { AppError } from '@lectern/contracts/core';
import { PASSKEY_REQUIRED, SECOND_FACTOR_REQUIRED, SINGLE_SIGN_ON_REQUIRED } from '@lectern/contracts/accounts';
import type { EntityManager } from 'typeorm';

/** What a user has besides a password, and which of the user's accounts demand it. */
interface FactorFacts {
  /** An app that makes codes. */
  readonly hasApp: boolean;
  readonly hasPasskey: boolean;
  readonly demanding: readonly DemandingAccount[];
}

interface DemandingAccount {
  readonly id: string;
  /** Whether its identity provider signs the user in, and this is enough for it. */
  readonly takesSignOn: boolean;
}

/** Name of the identity provider of an account, as sign-ins elsewhere are called. */
export function accountProvider(account: string): string {
  return `saml:${account}`;
}

/** Ids of the accounts that a user does not reach until a second factor is set up. */
export async function withheldAccounts(userId: string, tx: EntityManager): Promise<readonly string[]> {
  const { hasApp, hasPasskey, demanding } = await factsOf(userId, tx);
  if (hasApp || hasPasskey) return [];
  return demanding.filter(({ takesSignOn }) => !takesSignOn).map(({ id }) => id);
}

/**
 * Whether somebody who proved a password, or signed in at a provider, must enter a code as well. Who has nothing that
 * an account demands is let in, to set it up, and does not reach the account until then.
 *
 * @param provider absent for a password
 * @throws AppError `forbidden` when the user has another way to sign in that the account demands
 */
export async function needsCode(userId: string, provider: string | undefined, tx: EntityManager): Promise<boolean> {
  const { hasApp, hasPasskey, demanding } = await factsOf(userId, tx);
  if (hasApp && provider === undefined) return true;
  const open = demanding.filter(({ id, takesSignOn }) => !(takesSignOn && provider === accountProvider(id)));
  if (open.length === 0) return false;
  if (hasApp) return true;
  if (hasPasskey) throw new AppError('forbidden', PASSKEY_REQUIRED);
  if (open.some(({ takesSignOn }) => takesSignOn)) throw new AppError('forbidden', SINGLE_SIGN_ON_REQUIRED);
  return false;
}

/** As `needsCode`, for sign-ins that cannot ask for one. @throws AppError `forbidden` when it does */
export async function requireNoCode(userId: string, provider: string | undefined, tx: EntityManager): Promise<void> {
  if (await needsCode(userId, provider, tx)) throw new AppError('forbidden', SECOND_FACTOR_REQUIRED);
}

async function factsOf(userId: string, tx: EntityManager): Promise<FactorFacts> {
  const [facts]: FactorFacts[] = await tx.query(
    `SELECT
      EXISTS (SELECT FROM "second_factors" WHERE "user_id" = $1 AND "confirmed" IS NOT NULL) AS "hasApp",
      EXISTS (SELECT FROM "passkeys" WHERE "user_id" = $1) AS "hasPasskey",
      COALESCE((
        SELECT jsonb_agg(jsonb_build_object('id', "a"."id", 'takesSignOn', "a"."second_factor" = 'required_or_sso' AND EXISTS (
          SELECT FROM "external_identities" "e" WHERE "e"."user_id" = $1 AND "e"."provider" = 'saml:' || "a"."id")))
        FROM "members" "m" JOIN "accounts" "a" ON "a"."id" = "m"."account_id"
        WHERE "m"."user_id" = $1 AND "a"."second_factor" <> 'optional'), '[]') AS "demanding"`,
    [userId],
  );
  return facts ?? { hasApp: false, hasPasskey: false, demanding: [] };
}
