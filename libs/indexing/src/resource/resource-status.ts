import type { FieldError, FieldStatus, ResourceStatus } from '@lectern/contracts/knowledge-box';

const DATA_AUGMENTATION = 3;

export interface StatusOfField {
  readonly status: FieldStatus;
  readonly errors: readonly FieldError[];
  /** Whether processing found any text. */
  readonly empty: boolean;
}

/** The status of a resource, derived from its fields, without title and summary. */
export function resourceStatus(fields: readonly StatusOfField[]): ResourceStatus {
  if (fields.some(({ status }) => status === 'PENDING')) return 'PENDING';
  // Work will continue by itself, as for pending fields.
  if (fields.some(isBlockedField)) return 'BLOCKED';
  const against = fields.flatMap(({ status, errors }) => (status === 'ERROR' ? errors.filter(countsAgainst) : []));
  if (against.length > 0) return against.every(({ expired }) => expired) ? 'EXPIRED' : 'ERROR';
  return fields.length > 0 && fields.every(({ empty }) => empty) ? 'EMPTY' : 'PROCESSED';
}

/** Whether it is processed when the account is unblocked. */
export function isBlockedField({ status, errors }: Pick<StatusOfField, 'status' | 'errors'>): boolean {
  return status === 'ERROR' && errors.some(({ blocked }) => blocked);
}

/** ERROR when at least one error is not just a warning. */
export function fieldStatus(errors: readonly FieldError[]): FieldStatus {
  return errors.some(({ severity }) => severity === 'ERROR') ? 'ERROR' : 'PROCESSED';
}

function countsAgainst({ severity, code }: FieldError): boolean {
  return severity === 'ERROR' && code !== DATA_AUGMENTATION;
}
