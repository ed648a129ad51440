import { createHash } from 'node:crypto';
import type { FieldLetter } from '@lectern/contracts/knowledge-box';
import { SecretEnvelope } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import { type FieldSecrets, withoutSecrets, withSecrets } from './field-secrets';
import type { FieldEntity } from './field.entity';
import type { NewField, SealedField } from './new-fields';

/** What a file may be fetched or opened with. */
interface OpenSecrets {
  readonly password?: string;
  readonly secrets?: FieldSecrets;
}

interface Target {
  readonly kbid: string;
  readonly rid: string;
}

/** Seals what must not be readable in the database, each secret for its own field, and opens it. */
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

  /** The field with its secrets in its value. */
  opened(field: FieldEntity): FieldEntity {
    if (field.sealedSecrets === null) return field;
    // What `seal` wrote.
    const secrets = JSON.parse(this.secrets.open(field.sealedSecrets, secretsPurpose(field))) as FieldSecrets;
    return { ...field, value: withSecrets(field.value, secrets) };
  }

  /**
   * The secrets of a field for a file that others may hold: they only open for the same scope, and for a field with the
   * same value, so that nobody sends them elsewhere. Null when there are none.
   */
  sealForScope(field: FieldEntity, scope: string): string | null {
    const password = this.passwordOf(field);
    const value = this.opened(field).value;
    const { secrets } = withoutSecrets(value);
    if (password === undefined && !secrets) return null;
    return this.secrets.seal(JSON.stringify({ password, secrets }), scopePurpose(field, scope));
  }

  /** A field with its secrets as they come from such a file; undefined where they do not open. */
  openFromScope(target: Target, field: NewField, { sealed, scope }: SealedForScope): NewField | undefined {
    try {
      const text = this.secrets.open(sealed, scopePurpose({ ...target, ...field }, scope));
      const { password = null, secrets = {} } = JSON.parse(text) as OpenSecrets; // what `sealForScope` wrote
      return { ...field, password, value: withSecrets(field.value, secrets) };
    } catch {
      return undefined;
    }
  }
}

/** Secrets of a field, and whom they open for. */
export interface SealedForScope {
  readonly sealed: string;
  readonly scope: string;
}

/** The value decides where secrets are sent and what they open: address, or content of a file. */
function scopePurpose(
  { rid, letter, id, value }: Pick<FieldEntity, 'rid' | 'letter' | 'id' | 'value'>,
  scope: string,
): string {
  const target =
    typeof value === 'string' ? '' : 'uri' in value ? value.uri : 'file' in value ? fileTarget(value.file) : '';
  return `transfer/${scope}/${rid}/${letter}/${id}/${createHash('sha256').update(target).digest('hex')}`;
}

/** Of a stored file, the path of its download names the box. */
function fileTarget({ uri, md5 }: { readonly uri: string; readonly md5: string }): string {
  return uri.startsWith('/') ? md5 : uri;
}

function passwordPurpose({ kbid, rid, id }: Target & { readonly id: string }): string {
  return `file-password/${kbid}/${rid}/${id}`;
}

function secretsPurpose({ kbid, rid, letter, id }: Target & { readonly letter: FieldLetter; readonly id: string }) {
  return `field-secrets/${kbid}/${rid}/${letter}/${id}`;
}
