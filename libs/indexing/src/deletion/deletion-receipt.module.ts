import { rowsOf } from '@lectern/database';
import { knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { DeletionReceiptEntity } from './deletion-receipt.entity';
import { DeletionReceiptRepository } from './deletion-receipt.repository';

/** Receipts of deletions. */
@Module({
  imports: [knowledgeBoxDatabase],
  providers: [rowsOf(DeletionReceiptEntity), DeletionReceiptRepository],
  exports: [DeletionReceiptRepository],
})
export class DeletionReceiptModule {}
