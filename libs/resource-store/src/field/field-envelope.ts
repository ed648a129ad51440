import { createHash } from 'node:crypto';
import type { FieldLetter, FieldValue } from '@lectern/contracts/knowledge-box';
import { SecretEnvelope } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import type { FieldEntity } from './field.entity';
import type { NewField, SealedField } from './new-fields';

/** Secrets for fetching or opening a file. */
interface OpenSecrets {
  readonly password?: string;
  readonly secrets?: FieldSecrets;
}

interface Target {
  readonly kbid: string;
  readonly rid: string;
}

/** Seals secrets before they are stored, each for its own field, and opens them. */
@Injectable()
export class FieldEnvelope {
  constructor(private readonly secrets: SecretEnvelope) {}

  seal(target: Target, { password, ...field }: NewField): SealedField {
    const { value, secrets } = withoutSecrets(field.value);
    const key = { ...target, letter: field.letter, id: field.id };
    return {
      ...field,
      value,
      sealedPassword: password === null ? null : this.sealPassword(key, password),
      sealedSecrets: secrets ? this.secrets.seal(JSON.stringify(secrets), secretsPurpose(key)) : null,
    };
  }

  sealPassword(key: Target & { readonly id: string }, password: string): string {
    return this.secrets.seal(password, passwordPurpose(key));
  }

  passwordOf(field: FieldEntity): string | undefined {
    return field.sealedPassword === null ? undefined : this.secrets.open(field.sealedPassword, passwordPurpose(field));
  }

  /** The field with its secrets restored in its value. */
  opened(field: FieldEntity): FieldEntity {
    if (field.sealedSecrets === null) return field;
    // Written by `seal`.
    const secrets = JSON.parse(this.secrets.open(field.sealedSecrets, secretsPurpose(field))) as FieldSecrets;
    return { ...field, value: withSecrets(field.value, secrets) };
  }

  /**
   * Seals the secrets of a field for a file that others may hold. They open only in the same scope and for a field with
   * the same value, so that they cannot be redirected elsewhere. Null if there are none.
   */
  sealForScope(field: FieldEntity, scope: string): string | null {
    const password = this.passwordOf(field);
    const value = this.opened(field).value;
    const { secrets } = withoutSecrets(value);
    if (password === undefined && !secrets) return null;
    return this.secrets.seal(JSON.stringify({ password, secrets }), scopePurpose(field, scope));
  }

  /** A field with the secrets from such a file; undefined if they cannot be opened. */
  openFromScope(target: Target, field: NewField, { sealed, scope }: SealedForScope): NewField | undefined {
    try {
      const text = this.secrets.open(sealed, scopePurpose({ ...target, ...field }, scope));
      const { password = null, secrets = {} } = JSON.parse(text) as OpenSecrets; // written by `sealForScope`
      return { ...field, password, value: withSecrets(field.value, secrets) };
    } catch {
      return undefined;
    }
  }
}

/** Secrets of a field and the scope in which they open. */
export interface SealedForScope {
  readonly sealed: string;
  readonly scope: string;
}

/**
 * Bound to the value, which determines where secrets are sent and what they open: the address or the content of a file.
 */
function scopePurpose(
  { rid, letter, id, value }: Pick<FieldEntity, 'rid' | 'letter' | 'id' | 'value'>,
  scope: string,
): string {
  const target =
    typeof value === 'string' ? '' : 'uri' in value ? value.uri : 'file' in value ? fileTarget(value.file) : '';
  return `transfer/${scope}/${rid}/${letter}/${id}/${createHash('sha256').update(target).digest('hex')}`;
}

/** The download path of a stored file contains the box. */
function fileTarget({ uri, md5 }: { readonly uri: string; readonly md5: string }): string {
  return uri.startsWith('/') ? md5 : uri;
}

function passwordPurpose({ kbid, rid, id }: Target & { readonly id: string }): string {
  return `file-password/${kbid}/${rid}/${id}`;
}

function secretsPurpose({ kbid, rid, letter, id }: Target & { readonly letter: FieldLetter; readonly id: string }) {
  return `field-secrets/${kbid}/${rid}/${letter}/${id}`;
}

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
