import { AppError } from '@lectern/contracts/core';
import { KV_SCHEMAS_MAX } from '@lectern/contracts/knowledge-box';

/** @param count schemas that the box has @throws AppError `invalid_request` when it has no room for another one */
export function admitKvSchema(count: number): void {
  if (count < KV_SCHEMAS_MAX) return;
  const text = `Maximum number of KV schemas (${KV_SCHEMAS_MAX}) reached for this knowledge box`;
  throw new AppError('invalid_request', text);
}
