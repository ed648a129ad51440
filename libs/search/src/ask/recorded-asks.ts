import type { AskValue } from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import { ActivityRecorder } from '../activity/activity-recorder';
import { AskRecording } from '../activity/ask-recording';
import type { AskCall } from './ask-call';
import { AskService } from './ask.service';

/** Answers questions and records how. */
@Injectable()
export class RecordedAsks {
  constructor(
    private readonly asks: AskService,
    private readonly recorder: ActivityRecorder,
  ) {}

  /** A question that is refused as a whole is not recorded. @throws AppError as `AskService` */
  async *ask(call: Omit<AskCall, 'recording'>): AsyncGenerator<AskValue> {
    const client = call.headers['x-kbdb-client'];
    const recording = new AskRecording({ ...call, client, at: new Date() });
    try {
      for await (const value of this.asks.ask({ ...call, recording })) {
        recording.value(value);
        yield value;
      }
    } catch (error) {
      if (!call.signal.aborted) recording.failed();
      throw error;
    } finally {
      if (recording.hasBegun) this.recorder.record(() => recording.row());
    }
  }
}
