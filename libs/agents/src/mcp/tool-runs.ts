import { type InteractionPlace, InteractionRequest, type McpHeaders } from '@lectern/contracts/agents';
import { AppError, type Principal, validate } from '@lectern/contracts/core';
import { QUERY_CHARS_MAX } from '@lectern/contracts/search';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { Injectable } from '@nestjs/common';
import type { Asking } from '../engine/asking-back';
import { InteractionService } from '../interaction/interaction.service';
import { headersOfMessage } from '../interaction/message-headers';
import { questionHash, requestHash } from '../interaction/interaction-starts';
import { answerOfForm, type ClientAnswer, elicitationOf } from './elicitation';
import type { ToolCall } from './mcp-offer';
import type { McpSession } from './mcp-sessions';
import { RunResult } from './run-result';
import type { WorkflowTool } from './workflow-tools';

const REPORT_CHARS_MAX = 500;
const INVALID_REQUEST = -32_600;
const NO_FORMS =
  'The workflow asks its user. That needs a WebSocket, or a client that declares `elicitation` at `initialize` and ' +
  'sends the `Mcp-Session-Id` of the answer.';

/** Who calls tools, and where. */
export interface ToolCaller {
  readonly place: InteractionPlace;
  readonly principal: Principal;
  readonly headers: McpHeaders;
  /** Absent where the client named none. */
  readonly session?: McpSession;
  /** Whether the client reads questions to its user. */
  readonly canAsk: boolean;
}

/** Runs workflows as tools: each call is an interaction. */
@Injectable()
export class ToolRuns {
  constructor(private readonly interactions: InteractionService) {}

  /** @throws AppError `not_found` for an unknown session of the agent */
  async open({ place, principal }: ToolCaller): Promise<void> {
    await this.interactions.open({ place, createsSession: false }, principal);
  }

  /** @throws AppError as an interaction; `provider_failed` when it failed; `cancelled` when its caller ended it */
  async run({ workflow, listed }: WorkflowTool, call: ToolCall, caller: ToolCaller): Promise<CallToolResult> {
    const { place, principal, headers, session } = caller;
    const asked = { question: questionOf(listed, call.args).slice(0, QUERY_CHARS_MAX), arguments: call.args };
    const request = validate(InteractionRequest, { ...asked, headers: headersOfMessage(headers) }, ['arguments']);
    const at = { ...place, workflow: workflow.id };
    const question = session ? requestHash(session.id, call.id) : questionHash(at, request, request.headers);
    const asking = caller.canAsk ? askingIn(call, place.agent) : { refusal: NO_FORMS };
    const run = await this.interactions.start({ place: at, request, principal, question, asking });
    const result = new RunResult();
    for await (const frame of this.interactions.attend(run, call.signal)) {
      if (run.withdrawn) throw new AppError('cancelled', 'The client cancelled the request');
      result.take(frame);
      if (frame.feedback) await call.elicit(frame.feedback.request_id, await elicitationOf(frame.feedback));
      if (frame.step) await call.report(reportOf(frame.step));
    }
    return result.result;
  }

  /** @throws AppError `bad_request` when nothing waits for one of the answers, or it does not fit */
  async answer(answers: readonly ClientAnswer[], { place, principal, session }: ToolCaller): Promise<void> {
    if (!session) throw badAnswer('answers need the `Mcp-Session-Id` of their session');
    for (const answer of answers)
      await this.interactions.respond({ place, ...answer }, principal).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        if (error.code === 'conflict') throw badAnswer('nothing of this caller waits for it');
        throw error.code === 'invalid_request' ? badAnswer(error.message) : error;
      });
  }

  /** Ends what a request of the same session asked; nothing when it has ended, or there was none. */
  async cancel(request: unknown, { place, principal, session }: ToolCaller): Promise<void> {
    if (!session || (typeof request !== 'string' && typeof request !== 'number')) return;
    await this.interactions.withdraw(place, requestHash(session.id, request), principal);
  }
}

function askingIn(call: ToolCall, owner: string): Asking {
  return {
    read: (question, said) => answerOfForm(question, said, { owner, signal: call.signal }),
    // The stream may have ended.
    expired: (requestId) => void call.withdraw(requestId).catch(() => undefined),
  };
}

function badAnswer(reason: string): AppError {
  return new AppError('bad_request', `Invalid answer: ${reason}`, { detail: { code: INVALID_REQUEST } });
}

function reportOf({ title, module, value }: { readonly title: string; module: string; value: string | null }): string {
  return [title || module, value ?? '']
    .filter((part) => part !== '')
    .join(': ')
    .slice(0, REPORT_CHARS_MAX);
}

/** What a call asks: the argument `question` where the workflow has that parameter, else the call itself. */
function questionOf({ description, inputSchema }: WorkflowTool['listed'], args: ToolCall['args']): string {
  const { question } = args;
  const isAsked = Object.hasOwn(inputSchema.properties ?? {}, 'question') && typeof question === 'string';
  if (isAsked && question.trim() !== '') return question;
  return `Calling tool: ${description ?? ''} with arguments: ${JSON.stringify(args)}`;
}
