import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { getPermissions, type KnowledgeBoxPermissions } from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { permissionsOf } from './permissions';

@Controller()
export class PermissionHandlers {
  @Handles(getPermissions)
  async get({ principal }: Request<typeof getPermissions>): Promise<KnowledgeBoxPermissions> {
    return permissionsOf(principal.roles);
  }
}
