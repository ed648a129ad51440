import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  deleteAssumeRole,
  finishAssumeRole,
  startAssumeRole,
  validateAssumeRole,
} from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { AssumedRoles } from './assumed-roles';

@Controller()
export class AssumedRoleHandlers {
  constructor(private readonly roles: AssumedRoles) {}

  @Handles(startAssumeRole)
  start({ params: { account } }: Request<typeof startAssumeRole>) {
    return this.roles.start(account);
  }

  @Handles(finishAssumeRole)
  finish({ params: { account }, body }: Request<typeof finishAssumeRole>) {
    return this.roles.finish(account, body.role_ref || body.role_arn || '');
  }

  @Handles(validateAssumeRole)
  validate({ params: { account }, signal }: Request<typeof validateAssumeRole>) {
    return this.roles.validate(account, signal);
  }

  @Handles(deleteAssumeRole)
  delete({ params: { account } }: Request<typeof deleteAssumeRole>) {
    return this.roles.delete(account);
  }
}
