import { BoxStock, isProcessed, type NewField, storedBytes } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { UploadLimits } from '../file/upload-limits';
import { KeyValueCheck } from '../kv-schema/key-value-check';

type Guard = (tx: EntityManager) => Promise<void>;

/** Fields to store, and the box. */
export interface GuardedFields {
  readonly kbid: string;
  readonly fields: readonly NewField[];
  /** Whether a resource is created with them. */
  readonly isNew: boolean;
}

/** What a box refuses to store: values against their schemas, too large files, and more than the account may store. */
@Injectable()
export class FieldGuards {
  constructor(
    private readonly keyValues: KeyValueCheck,
    private readonly stock: BoxStock,
    private readonly uploads: UploadLimits,
  ) {}

  /**
   * @param given another guard for the same transaction
   * @returns a guard for the transaction that stores the fields; undefined if nothing has to be checked there
   * @throws AppError `too_large`, and in the transaction `invalid_request`, `quota_exceeded`
   */
  async of({ kbid, fields, isNew }: GuardedFields, given: Guard | undefined): Promise<Guard | undefined> {
    if (fields.length === 0 && !isNew) return given;
    await this.uploads.check(kbid, fields);
    const limits = await this.stock.limitsOf(kbid);
    const hasValues = !fields.every(isProcessed);
    if (!limits && !hasValues) return given;
    const adding = { resources: isNew ? 1 : 0, bytes: storedBytes(fields) };
    return async (tx) => {
      await given?.(tx);
      if (hasValues) await this.keyValues.check(kbid, fields, tx);
      if (limits) await this.stock.admit(kbid, { adding, limits }, tx);
    };
  }
}
