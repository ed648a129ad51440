import { AppError } from '@lectern/contracts/core';
import { KV_SCHEMAS_MAX } from '@lectern/contracts/knowledge-box';

/**
 * @param count number of schemas in the box
 * @throws AppError `invalid_request` when the box is at its limit
 */
export function admitKvSchema(count: number): void {
  if (count < KV_SCHEMAS_MAX) return;
  const text = `Maximum number of KV schemas (${KV_SCHEMAS_MAX}) reached for this knowledge box`;
  throw new AppError('invalid_request', text);
}
