import { AppError } from '@lectern/contracts/core';

/** Texts between two turns of the event loop. */
const TEXTS_PER_TURN = 20;

/** Lets others have their turn while many texts are looked at. */
export class EventLoopPauses {
  private texts = 0;

  constructor(private readonly signal: AbortSignal | undefined) {}

  /** @throws AppError `cancelled` */
  async afterText(): Promise<void> {
    if (this.signal?.aborted) throw new AppError('cancelled', 'Cancelled');
    this.texts += 1;
    if (this.texts % TEXTS_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}
