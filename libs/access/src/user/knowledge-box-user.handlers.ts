import { Handles } from '@lectern/bus';
import { listKnowledgeBoxUsers, type Request, updateKnowledgeBoxUsers } from '@lectern/contracts';
import { Controller } from '@nestjs/common';
import { KnowledgeBoxUserService } from './knowledge-box-user.service';

@Controller()
export class KnowledgeBoxUserHandlers {
  constructor(private readonly users: KnowledgeBoxUserService) {}

  @Handles(listKnowledgeBoxUsers)
  list({ params, query }: Request<typeof listKnowledgeBoxUsers>) {
    return this.users.list(params.kbid, query);
  }

  @Handles(updateKnowledgeBoxUsers)
  update({ params, body }: Request<typeof updateKnowledgeBoxUsers>) {
    return this.users.update(params.kbid, body);
  }
}
