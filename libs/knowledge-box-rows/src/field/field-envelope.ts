import type { FieldLetter } from '@lectern/contracts/knowledge-box';
import { SecretEnvelope } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import { type FieldSecrets, withoutSecrets, withSecrets } from './field-secrets';
import type { FieldEntity } from './field.entity';
import type { NewField, SealedField } from './new-fields';

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
}

function passwordPurpose({ kbid, rid, id }: Target & { readonly id: string }): string {
  return `file-password/${kbid}/${rid}/${id}`;
}

function secretsPurpose({ kbid, rid, letter, id }: Target & { readonly letter: FieldLetter; readonly id: string }) {
  return `field-secrets/${kbid}/${rid}/${letter}/${id}`;
}
