import { scheduledTask } from '@lectern/contracts/core';
import { Runs } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { GuessLimit } from './guess-limit';

/** Removes counts of attempts whose time is over. */
export const removeOldGuesses = scheduledTask(
  'removeOldGuesses',
  { intervalMs: 3_600_000 },
  { worksWithoutRoom: true },
);

@Injectable()
export class OldGuesses {
  constructor(private readonly guesses: GuessLimit) {}

  @Runs(removeOldGuesses)
  async run(): Promise<void> {
    await this.guesses.forgetEnded(new Date());
  }
}
