import { handlersOf } from '@lectern/bus';
import { listKnowledgeBoxUsers, updateKnowledgeBoxUsers } from '@lectern/contracts/knowledge-box';
import { KnowledgeBoxUserService } from './knowledge-box-user.service';

export const KnowledgeBoxUserHandlers = handlersOf(KnowledgeBoxUserService)
  .answer(listKnowledgeBoxUsers, (users, { params, query }) => users.list(params.kbid, query))
  .answer(updateKnowledgeBoxUsers, (users, { params, body, principal }) => users.update(params.kbid, body, principal));
