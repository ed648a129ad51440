import { handlersOf } from '@lectern/bus';
import type { sealedKeyOperations } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { SecretEnvelope, SecretsModule } from '@lectern/secrets';
import { type DynamicModule, Module } from '@nestjs/common';
import { SealedRows } from './sealed-rows';
import type { SealedColumns } from './sealed-table';

type Operations = ReturnType<typeof sealedKeyOperations>;

/** A service with secrets. */
export interface SealingService {
  /** Of the service; the same object as everywhere. */
  readonly database: DynamicModule;
  readonly schema: string;
  readonly sealed: SealedColumns;
  readonly operations: Operations;
}

/** Replaces master keys in the secrets of a service. */
@Module({})
export class KeyRotationModule {
  static forService({ database, operations, ...rows }: SealingService): DynamicModule {
    const provider = {
      provide: SealedRows,
      inject: [Transactions, SecretEnvelope],
      useFactory: (transactions: Transactions, envelope: SecretEnvelope) =>
        new SealedRows(transactions, envelope, rows),
    };
    return {
      module: KeyRotationModule,
      imports: [database, SecretsModule],
      controllers: [
        handlersOf(SealedRows)
          .answer(operations.count, (sealed) => sealed.count())
          .answer(operations.reseal, (sealed, { body }) => sealed.reseal(body)),
      ],
      providers: [provider],
    };
  }
}
