import { IsOptional, IsString, Matches } from 'class-validator';
import { RefuseUnknown, Together } from '../../validation/decorators';

/** Principal that a role must trust. */
export class AssumeRoleStart {
  /** Id that the trust policy of the role must require. */
  external_id!: string;
  /** Cloud account that the role must trust. */
  cloud_account_id!: string;
  /** A name for the role. */
  role_name!: string;
}

const ARN = /^arn:[a-z0-9-]+:iam::\d{12}:role\/[A-Za-z0-9+=,.@_/-]{1,500}$/;

/** A role of a cloud account that may be assumed. */
@RefuseUnknown()
@Together(namesRole)
export class AssumeRoleFinish {
  /** ARN of the role. */
  @IsOptional() @IsString() @Matches(ARN) role_ref?: string | null;
  /** The same, as some clients call it. */
  @IsOptional() @IsString() @Matches(ARN) role_arn?: string | null;
}

/** Nothing: that it is answered says it. */
export class AssumeRoleState {}

/** That a role is forgotten. */
export class ForgottenRole {
  /** Nothing. */
  nothing!: null;
}

function namesRole({ role_ref, role_arn }: AssumeRoleFinish): string | undefined {
  return role_ref || role_arn ? undefined : 'role_ref is missing';
}
