import { ACCOUNT_SLUG } from '@lectern/contracts/accounts';
import { asUuid } from '@lectern/contracts/core';

/** Leaves room for a number. */
const DERIVED_CHARS_MAX = 50;
/** Slugs that are tried for one title. */
const TRIED_MAX = 1_000;

/** Whether an account may have it: paths take a UUID for an id. */
export function isAccountSlug(text: string): boolean {
  return ACCOUNT_SLUG.test(text) && asUuid(text) === undefined;
}

/** Slugs for a title, best first: words of it in lower case, then with a number. */
export function* slugsFor(title: string): Generator<string> {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, DERIVED_CHARS_MAX)
    .replaceAll(/^-+|-+$/g, '');
  const base = isAccountSlug(words) ? words : 'account';
  yield base;
  for (let number = 2; number < TRIED_MAX; number += 1) yield `${base}-${number}`;
}
