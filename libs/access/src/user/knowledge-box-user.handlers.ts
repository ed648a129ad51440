import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { listKnowledgeBoxUsers, updateKnowledgeBoxUsers } from '@lectern/contracts/knowledge-box';
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
