import { handlersOf, Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  deleteAssumeRole,
  finishAssumeRole,
  startAssumeRole,
  validateAssumeRole,
} from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { AssumedRoles } from './assumed-roles';

export const AssumedRoleAnswers = handlersOf(AssumedRoles)
  .answer(startAssumeRole, (roles, { params: { account } }) => roles.start(account))
  .answer(validateAssumeRole, (roles, { params: { account }, signal }) => roles.validate(account, signal))
  .answer(deleteAssumeRole, (roles, { params: { account } }) => roles.delete(account));

@Controller()
export class AssumedRoleHandlers {
  constructor(private readonly roles: AssumedRoles) {}

  @Handles(finishAssumeRole)
  finish({ params: { account }, body }: Request<typeof finishAssumeRole>) {
    return this.roles.finish(account, body.role_ref || body.role_arn || '');
  }
}
