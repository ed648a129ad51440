import type { AskValue } from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import { ActivityRecorder } from '../activity/activity-recorder';
import { AskRecording } from '../activity/ask-recording';
import type { AskCall } from './ask-call';
import { AskTraceRecording } from '../trace/ask-trace';
import { AskTraceRecorder } from '../trace/ask-trace-recorder';
import { AskService } from './ask.service';

/** Answers questions and records how. */
@Injectable()
export class RecordedAsks {
  constructor(
    private readonly asks: AskService,
    private readonly recorder: ActivityRecorder,
    private readonly traces: AskTraceRecorder,
  ) {}

  /** A question that is refused as a whole is not recorded. @throws AppError as `AskService` */
  async *ask(call: Omit<AskCall, 'recording'>): AsyncGenerator<AskValue> {
    const client = call.headers['x-kbdb-client'];
    const date = new Date();
    const recording = new AskRecording({ ...call, client, at: date });
    const observer = this.traces.isOn ? new AskTraceRecording(call) : undefined;
    let learningId: string | undefined;
    try {
      for await (const value of this.asks.ask({ ...call, recording, observer })) {
        recording.value(value);
        learningId ??= value.learningId;
        yield value;
      }
    } catch (error) {
      if (!call.signal.aborted) recording.failed();
      throw error;
    } finally {
      if (observer && learningId) this.traces.record({ kbid: call.kbid, learningId, date, recording: observer });
      if (recording.hasBegun) this.recorder.record(() => recording.row());
    }
  }
}
