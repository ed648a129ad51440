import { scimError, type ScimUserPayload } from '@lectern/contracts/accounts';
import { MAIL_ADDRESS, MAIL_ADDRESS_CHARS_MAX } from '@lectern/contracts/core';
import { storable } from '@lectern/database';
import type { KeptAttributes } from '../scim-person/scim-person.entity';

/** What a person is, as far as it concerns us. */
export interface PersonAttributes {
  readonly userName: string;
  readonly externalId: string | null;
  /** Undefined: not said. */
  readonly active: boolean | undefined;
  /** Lower case. */
  readonly email: string;
  readonly name: string;
  /** Kept as they were sent. */
  readonly kept: KeptAttributes;
}

const NAME_CHARS_MAX = 256;

/** @throws AppError `bad_request` (`invalidValue`) when there is no mail address */
export function personAttributes(payload: ScimUserPayload): PersonAttributes {
  const { userName: given, externalId, active, schemas: _, ...kept } = storable(payload);
  const userName = given.trim();
  const email = mailAddressOf(kept.emails ?? [], userName);
  if (userName === '') throw scimError('invalidValue', 'userName must not be blank');
  if (email === undefined) throw scimError('invalidValue', 'A person needs a mail address, in emails or as userName');
  const present = Object.entries(kept).filter(([, value]) => value !== undefined && value !== null);
  return {
    userName,
    externalId: externalId ?? null,
    active,
    email,
    name: personName(kept) || email.slice(0, email.indexOf('@')),
    // The same attributes, without those that are not there.
    kept: Object.fromEntries(present) as KeptAttributes,
  };
}

function mailAddressOf(emails: NonNullable<ScimUserPayload['emails']>, userName: string): string | undefined {
  const ranked = [
    ...emails.filter(({ primary }) => primary),
    ...emails.filter(({ type }) => type === 'work'),
    ...emails,
  ];
  const addresses = [...ranked.map(({ value = '' }) => value.trim()), userName];
  return addresses.find((one) => one.length <= MAIL_ADDRESS_CHARS_MAX && MAIL_ADDRESS.test(one))?.toLowerCase();
}

function personName({ displayName = '', name = {} }: KeptAttributes): string {
  const { formatted = '', givenName = '', familyName = '' } = name;
  const names = [displayName, formatted, `${givenName} ${familyName}`].map((one) => one.trim());
  return (names.find((one) => one !== '') ?? '').slice(0, NAME_CHARS_MAX);
}
