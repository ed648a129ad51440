import { KnowledgeBoxUserHandlers } from './knowledge-box-user.handlers';
import { KnowledgeBoxUserService } from './knowledge-box-user.service';
import { UserAccess } from './user-access';

/** Users of a knowledge box. */
export const userParts = {
  controllers: [KnowledgeBoxUserHandlers],
  providers: [KnowledgeBoxUserService, UserAccess],
};
