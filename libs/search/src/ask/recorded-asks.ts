import { AppError, isForEndUser } from '@lectern/contracts/core';
import { type AskValue, clientOf } from '@lectern/contracts/search';
import { UsageMeter, UsageQuota } from '@lectern/usage';
import { Injectable, Logger } from '@nestjs/common';
import { ActivityRecorder, AskRecording, AskTraceRecording, AskTraceRecorder } from '@lectern/activity';
import { oneAnswer, oneSearch } from '../query/search-use';
import type { AskCall } from './ask-call';
import { AskService } from './ask.service';

const UNEXPECTED = 'Unexpected error while generating the answer. Please try again later.';
/** Maximum length of the reason, which is shown with `debug`. */
const REASON_CHARS_MAX = 300;

/** Answers questions and records how. */
@Injectable()
export class RecordedAsks {
  private readonly logger = new Logger(RecordedAsks.name);

  constructor(
    private readonly asks: AskService,
    private readonly recorder: ActivityRecorder,
    private readonly traces: AskTraceRecorder,
    private readonly meter: UsageMeter,
    private readonly quota: UsageQuota,
  ) {}

  /**
   * A question rejected as a whole is not recorded. An unexpected error after the answer has started becomes its last
   * item.
   *
   * @throws AppError as `AskService`, and `quota_exceeded`
   */
  async *ask(call: Omit<AskCall, 'recording'>): AsyncGenerator<AskValue> {
    const client = clientOf(call.headers);
    const held = await this.quota.hold(call.principal.account, call.request.generate_answer ? oneAnswer : oneSearch);
    const date = new Date();
    const recording = new AskRecording({ ...call, client, at: date });
    const observer = this.traces.isOn ? new AskTraceRecording(call) : undefined;
    let learningId: string | undefined;
    try {
      for await (const value of this.asks.ask({ ...call, recording, observer })) {
        recording.value(value);
        if (value.item && 'sentences' in value.item) observer?.compared(value.item.sentences);
        learningId ??= value.learningId;
        yield value;
      }
    } catch (error) {
      if (!call.signal.aborted) recording.failed();
      if (!recording.hasBegun || call.signal.aborted || isKnown(error)) throw error;
      this.logger.error({ message: 'An answer broke off', err: error, requestId: call.requestId });
      yield { item: { type: 'error', error: brokenOff(error, call.request.debug && !isForEndUser(call.principal)) } };
    } finally {
      if (observer && learningId) this.traces.record({ kbid: call.kbid, learningId, date, recording: observer });
      if (recording.hasBegun) {
        held.keep();
        this.meter.countFor(call.principal, { kbid: call.kbid, client, metrics: { searches_performed: 1 } });
        this.recorder.record(() => recording.row());
      } else held.giveBack();
    }
  }
}

/** Whether the error has a message for callers. */
function isKnown(error: unknown): boolean {
  return error instanceof AppError && error.code !== 'internal';
}

function brokenOff(error: unknown, debug: boolean): string {
  const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
  return debug ? `${UNEXPECTED} Error: ${reason.slice(0, REASON_CHARS_MAX)}` : UNEXPECTED;
}
