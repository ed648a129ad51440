import { authorOf, type Principal } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { ActivityRecorder } from './activity-recorder';
import type { NewActivity, RecordedRequestEvent } from '../activity/activity.entity';

/** The properties of a call when it arrives. */
export interface RecordedCall {
  readonly kbid: string;
  readonly principal: Principal;
  readonly client: string;
  readonly event: RecordedRequestEvent;
}

/** Makes calls and records them; rejected calls are not recorded. */
@Injectable()
export class RecordedCalls {
  constructor(private readonly recorder: ActivityRecorder) {}

  /**
   * @param more further members of the row
   * @throws the errors of `work`
   */
  async call<T>(
    { kbid, principal, client, event }: RecordedCall,
    work: () => Promise<T>,
    more: (answer: T) => Partial<NewActivity> = () => ({}),
  ): Promise<T> {
    const date = new Date();
    const startedAtMs = performance.now();
    const answer = await work();
    const durationMs = performance.now() - startedAtMs;
    this.recorder.record(() => ({
      kbid,
      event_type: event,
      date,
      total_duration: durationMs,
      user_id: authorOf(principal) || null,
      user_type: principal.kind,
      client_type: client,
      ...more(answer),
    }));
    return answer;
  }
}
