import { AppError, type Principal, type Request, validate } from '@lectern/contracts/core';
import { AskHeaders, type AskReplay, AskRequest, type replayAsk } from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import { AskRecording, type AskTrace, AskTraceRecording } from '@lectern/activity';
import type { AskCall } from '../ask/ask-call';
import { AskService } from '../ask/ask.service';
import { AskTracesService } from './ask-traces.service';
import { traceDifferences } from './trace-differences';

/** Repeats the retrieval of recorded questions without recording it. */
@Injectable()
export class AskReplays {
  constructor(
    private readonly asks: AskService,
    private readonly traces: AskTracesService,
  ) {}

  /** @throws AppError `not_found`, `invalid_request`, `unavailable`; the errors of a failed retrieval */
  async replay(request: Request<typeof replayAsk>): Promise<AskReplay> {
    const { learning_id } = request.params;
    const { trace } = await this.traces.find(request.params);
    if (trace.isReduced)
      throw new AppError('invalid_request', 'The request was too large to be kept as a whole: it cannot be replayed');
    const recording = new AskTraceRecording(replayedCall(trace, request));
    const call = { ...replayedCall(trace, request), observer: recording };
    // The items are not needed: the observer records the intermediate steps.
    for await (const _ of this.asks.ask(call)) call.signal.throwIfAborted();
    const again = recording.trace();
    const differences = traceDifferences(trace, again);
    return { learning_id, identical: differences.length === 0, differences, retrievals: again.retrievals };
  }
}

/** The recorded question with its original asker, without generating an answer. */
function replayedCall(trace: AskTrace, { params, principal, signal, requestId }: Request<typeof replayAsk>): AskCall {
  const { kbid } = params;
  const request = validate(AskRequest, { ...trace.request, generate_answer: false });
  const asker: Principal = { ...principal, securityGroups: undefined, ...trace.asker };
  const recording = new AskRecording({ kbid, principal: asker, client: 'api', at: new Date(), request });
  return {
    kbid,
    request,
    principal: asker,
    signal,
    requestId,
    recording,
    headers: new AskHeaders(),
    ...(trace.target && { target: trace.target }),
    pinned: { history: trace.history, ...(trace.rephrased !== undefined && { rephrased: trace.rephrased }) },
  };
}
