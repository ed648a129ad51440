import type { FieldValue } from '@lectern/contracts/knowledge-box';

const members = ['headers', 'cookies', 'localstorage', 'extra_headers'] as const;

type Texts = Readonly<Record<string, string>>;

/** Credentials for fetching a link or an external file, by member of the field's value. */
export type FieldSecrets = Readonly<Partial<Record<(typeof members)[number], Texts>>>;

/** A field's value with only the names of its secrets, and the secrets; undefined if there are none. */
export function withoutSecrets(value: FieldValue): { readonly value: FieldValue; readonly secrets?: FieldSecrets } {
  const secrets = secretsOf(value);
  if (Object.keys(secrets).length === 0) return { value };
  const blank = Object.fromEntries(Object.entries(secrets).map(([member, texts]) => [member, blanked(texts)]));
  return { value: withMembers(value, blank), secrets };
}

/** Restores the value given to `withoutSecrets`. */
export function withSecrets(value: FieldValue, secrets: FieldSecrets): FieldValue {
  return withMembers(value, secrets);
}

function secretsOf(value: FieldValue): FieldSecrets {
  if (typeof value === 'string') return {};
  const held: Readonly<Record<string, unknown>> = { ...value };
  // These members of link and file values are texts by name.
  const given = members.flatMap((member) => (held[member] ? [[member, held[member] as Texts] as const] : []));
  return Object.fromEntries(given.filter(([, texts]) => Object.values(texts).some((text) => text !== '')));
}

function withMembers(value: FieldValue, given: FieldSecrets): FieldValue {
  return typeof value === 'string' ? value : { ...value, ...given };
}

function blanked(texts: Texts): Texts {
  return Object.fromEntries(Object.keys(texts).map((name) => [name, '']));
}
