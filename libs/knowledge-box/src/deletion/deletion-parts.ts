import { DeletionRemains } from './deletion-remains';
import { DeletionHandlers } from './deletion.handlers';
import { DeletionService } from './deletion.service';

/** Receipts and proofs of deletions. */
export const deletionParts = {
  controllers: [DeletionHandlers],
  providers: [DeletionRemains, DeletionService],
};
