import { DeletionReceiptEntity } from './deletion-receipt.entity';
import { DeletionReceiptRepository } from './deletion-receipt.repository';
import { ResourceRowCount } from './resource-row-count';

/** Receipts of deletions. */
export const deletionRows = {
  entities: [DeletionReceiptEntity],
  providers: [DeletionReceiptRepository, ResourceRowCount],
};
