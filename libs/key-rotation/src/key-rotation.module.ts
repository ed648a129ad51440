import { Handles } from '@lectern/bus';
import type { Request, sealedKeyOperations } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { SecretEnvelope, SecretsModule } from '@lectern/secrets';
import { Controller, type DynamicModule, Module, type Type } from '@nestjs/common';
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

function handlersFor({ count, reseal }: Operations): Type {
  @Controller()
  class SealedKeyHandlers {
    constructor(private readonly rows: SealedRows) {}

    @Handles(count)
    count() {
      return this.rows.count();
    }

    @Handles(reseal)
    reseal({ body }: Request<typeof reseal>) {
      return this.rows.reseal(body);
    }
  }
  return SealedKeyHandlers;
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
      controllers: [handlersFor(operations)],
      providers: [provider],
    };
  }
}
