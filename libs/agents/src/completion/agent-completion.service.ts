import {
  type AgentCompletionChunk,
  type WorkflowModelList,
  type createAgentCompletion,
  DEFAULT_WORKFLOW,
  EPHEMERAL_SESSION,
  InteractionRequest,
} from '@lectern/contracts/agents';
import { AppError, type Principal, type Request, validate } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { headersOfMessage } from '../interaction/message-headers';
import { InteractionService } from '../interaction/interaction.service';
import { WorkflowService } from '../workflow/workflow.service';
import { completionOfFrames } from './completion-of-frames';
import { conversationOf } from './conversation';

type Asked = Request<typeof createAgentCompletion>;

/** Agents as models of the OpenAI API. */
@Injectable()
export class AgentCompletions {
  constructor(
    private readonly interactions: InteractionService,
    private readonly workflows: WorkflowService,
  ) {}

  /** Workflows as models. */
  async models(agent: string): Promise<WorkflowModelList> {
    const { workflows } = await this.workflows.list(agent);
    const data = workflows.map(({ id, name, description }) => {
      const facts = { id, name, description, owned_by: agent };
      return { ...facts, object: 'model' as const, created: 0 };
    });
    return { object: 'list', data };
  }

  /** @throws AppError `invalid_request`, `not_found`, `bad_request`; `provider_failed` when the agent fails */
  async *complete({ params, headers, body, principal, signal }: Asked): AsyncGenerator<AgentCompletionChunk> {
    const { question, history, instructions } = conversationOf(body);
    const workflow = body.model || DEFAULT_WORKFLOW;
    await this.checkModel(params.agent_id, workflow);
    const session = params.session ?? (body.metadata?.['session'] || EPHEMERAL_SESSION);
    const place = { agent: params.agent_id, session, workflow };
    const caller = labelled(principal, body.user);
    await this.interactions.open({ place, createsSession: true }, caller);
    const asked = {
      question,
      arguments: body.arguments ?? {},
      headers: headersOfMessage(headers),
      // The history of a session counts where the client sends none.
      chat_history: history.length === 0 && session !== EPHEMERAL_SESSION ? null : history,
      streaming: body.stream,
    };
    const request = validate(InteractionRequest, asked, ['messages']);
    const frames = this.interactions.run({ place, request, principal: caller, rules: instructions }, signal);
    const showsUsage = !body.stream || body.stream_options?.include_usage === true;
    yield* completionOfFrames(frames, { model: workflow, created: Math.floor(Date.now() / 1_000), showsUsage });
  }

  private async checkModel(agent: string, workflow: string): Promise<void> {
    const { workflows } = await this.workflows.list(agent);
    if (!workflows.some(({ id }) => id === workflow))
      throw new AppError('not_found', `The agent has no workflow with the id ${workflow}`);
  }
}

/** The name of the person, where nothing else names one. */
function labelled(principal: Principal, user: string | null | undefined): Principal {
  return user && principal.label === undefined ? { ...principal, label: user } : principal;
}
