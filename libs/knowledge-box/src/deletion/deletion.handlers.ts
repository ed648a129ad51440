import { handlersOf } from '@lectern/bus';
import { getDeletion, verifyDeletion } from '@lectern/contracts/knowledge-box';
import { DeletionService } from './deletion.service';

export const DeletionHandlers = handlersOf(DeletionService)
  .answer(getDeletion, (deletions, { params }) => deletions.get(params))
  .answer(verifyDeletion, (deletions, { params }) => deletions.verify(params));
