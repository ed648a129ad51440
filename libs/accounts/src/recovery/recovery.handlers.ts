import { Handles } from '@lectern/bus';
import {
  type PasswordResetDone,
  type RecoveryStarted,
  recoverPassword,
  resetPassword,
  setUpUser,
  type UserSetUpDone,
} from '@lectern/contracts/accounts';
import type { Request } from '@lectern/contracts/core';
import { Controller } from '@nestjs/common';
import { OpenRequests } from '../sign-up/open-requests';
import { RecoveryStart } from './recovery-start';
import { RecoveryService } from './recovery.service';

/** Admits strangers before anything is done for them. */
@Controller()
export class RecoveryHandlers {
  constructor(
    private readonly requests: OpenRequests,
    private readonly recovery: RecoveryService,
    private readonly recoveries: RecoveryStart,
  ) {}

  @Handles(recoverPassword)
  async recover({ body, headers }: Request<typeof recoverPassword>): Promise<RecoveryStarted> {
    await this.requests.admitMail(body.username, headers);
    return this.recoveries.start(body.username, body.login_challenge);
  }

  @Handles(resetPassword)
  async reset({ body, headers }: Request<typeof resetPassword>): Promise<PasswordResetDone> {
    await this.requests.checkCaptcha(headers);
    return this.requests.withLink(headers, (network) => this.recovery.reset(body, network));
  }

  @Handles(setUpUser)
  async setUp({ body, headers }: Request<typeof setUpUser>): Promise<UserSetUpDone> {
    await this.requests.checkCaptcha(headers);
    return this.requests.withLink(headers, (network) => this.recovery.setUp(body, network));
  }
}
