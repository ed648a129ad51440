import type { RecoveryStarted } from '@lectern/contracts/accounts';
import { TaskQueue } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { mailRecovery } from './mail-recovery';

/** Begins recoveries. */
@Injectable()
export class RecoveryStart {
  constructor(private readonly tasks: TaskQueue) {}

  /** The same is done whether there is such a user or not. */
  async start(username: string, challenge: string | null | undefined): Promise<RecoveryStarted> {
    await this.tasks.add(mailRecovery, { email: username.toLowerCase(), ...(challenge && { challenge }) });
    return {};
  }
}
