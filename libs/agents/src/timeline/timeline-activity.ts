import { Bus } from '@lectern/bus';
import { systemPrincipal } from '@lectern/contracts/core';
import { recordActivity } from '@lectern/contracts/search';
import { Injectable, Logger } from '@nestjs/common';
import type { TimelineEntity } from './timeline.entity';

/** Interactions on their way to the activity log; further ones are not logged. */
const WAITING_MAX = 1_000;
const PARAGRAPHS_MAX = 200;
const CLIENT = 'agent';
/** As questions to knowledge boxes end. */
const statuses = { answered: 0, failed: -1, cancelled: undefined } as const;

/** Logs interactions as questions to the memory of their agent. */
@Injectable()
export class TimelineActivity {
  private readonly logger = new Logger('Activity');
  private waiting = 0;

  constructor(private readonly bus: Bus) {}

  /** Returns at once, and never fails. */
  record(row: TimelineEntity): void {
    if (this.waiting >= WAITING_MAX) return;
    this.waiting += 1;
    void this.bus
      .request(recordActivity, { body: activityOf(row) }, { principal: systemPrincipal })
      .catch((error: unknown) => this.logger.warn(`An interaction is missing in the activity log: ${String(error)}`))
      .finally(() => (this.waiting -= 1));
  }
}

function activityOf({ agent, id, date, question, answer, outcome, total_time, ...row }: TimelineEntity) {
  const { session_id: session, workflow, user_id, user_type, input_svc_tokens, output_svc_tokens, detail } = row;
  const read = [...new Set(detail.context.flatMap(({ chunks }) => chunks))].slice(0, PARAGRAPHS_MAX);
  const status = statuses[outcome];
  return {
    kbid: agent,
    event_type: 'ask' as const,
    date,
    user_id,
    user_type,
    client_type: CLIENT,
    total_duration: total_time * 1_000,
    audit_metadata: { interaction: id, session, workflow },
    question,
    answer,
    ...(status !== undefined && { status }),
    retrieved_context: read.map((text_block_id) => ({ text_block_id })),
    svc_tokens: input_svc_tokens + output_svc_tokens,
    token_details: { input_svc: input_svc_tokens, output_svc: output_svc_tokens },
  };
}
