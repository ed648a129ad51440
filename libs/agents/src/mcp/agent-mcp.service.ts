import {
  type callAgentMcp,
  type InteractionPlace,
  InteractionRequest,
  type McpReply,
  wantsMcpEvents,
} from '@lectern/contracts/agents';
import { AppError, type Request, validate } from '@lectern/contracts/core';
import { QUERY_CHARS_MAX } from '@lectern/contracts/search';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { Injectable } from '@nestjs/common';
import { AgentDirectory } from '../agent/agent-directory';
import { interactionHeaders } from '../interaction/interaction-headers';
import { InteractionService } from '../interaction/interaction.service';
import { PromptService } from '../prompt/prompt.service';
import { WorkflowService } from '../workflow/workflow.service';
import { answerSlowly, streamMessages } from './mcp-exchange';
import type { McpOffer, ToolCall } from './mcp-offer';
import { offeredPrompts } from './prompt-offers';
import { RunResult } from './run-result';
import { type WorkflowTool, workflowTools } from './workflow-tools';

const REPORT_CHARS_MAX = 500;

type Messages = Request<typeof callAgentMcp>;

/** The server of the Model Context Protocol that a session of an agent has. */
@Injectable()
export class AgentMcp {
  constructor(
    private readonly agents: AgentDirectory,
    private readonly interactions: InteractionService,
    private readonly workflows: WorkflowService,
    private readonly prompts: PromptService,
  ) {}

  /** @throws AppError as `answerAtOnce`, and `not_found` for an unknown session, before the first reply */
  async *answer(messages: Messages): AsyncGenerator<McpReply> {
    const { params, headers, body, principal, signal } = messages;
    const place = { agent: params.agent_id, session: params.session };
    await this.interactions.open({ place, createsSession: false }, principal);
    const offer = await this.offer(place, messages);
    const call = { headers, body, signal };
    yield* wantsMcpEvents({ headers, body }) ? streamMessages(offer, call) : answerSlowly(offer, call);
  }

  /** There are no sessions of the protocol. */
  async close(): Promise<null> {
    return null;
  }

  private async offer(place: InteractionPlace, messages: Messages): Promise<McpOffer> {
    const { title, description } = await this.agents.get(place.agent);
    return {
      name: place.agent,
      title,
      instructions: description === '' ? title : description,
      tools: async () => {
        const { workflows } = await this.workflows.list(place.agent);
        return workflowTools(workflows).map((tool) => ({
          listed: tool.listed,
          call: (call) => this.run(tool, call, { place, messages }),
        }));
      },
      prompts: async () => offeredPrompts((await this.prompts.list(place.agent)).prompts),
      resources: {
        list: async () => ({ items: [] }),
        templates: [],
        read: async (uri) => {
          throw new AppError('not_found', `Unknown resource ${uri.slice(0, 200)}`);
        },
      },
    };
  }

  private async run(
    { workflow, listed }: WorkflowTool,
    { args, signal, report }: ToolCall,
    { place, messages }: { readonly place: InteractionPlace; readonly messages: Messages },
  ): Promise<CallToolResult> {
    const { principal, headers } = messages;
    const question = questionOf(listed, args).slice(0, QUERY_CHARS_MAX);
    const asked = { question, arguments: args, headers: interactionHeaders(headers.told) };
    const request = validate(InteractionRequest, asked, ['arguments']);
    const result = new RunResult();
    const call = { place: { ...place, workflow: workflow.id }, request, principal };
    for await (const frame of this.interactions.run(call, signal)) {
      result.take(frame);
      const { step } = frame;
      if (step)
        await report(
          [step.title || step.module, step.value ?? '']
            .filter((part) => part !== '')
            .join(': ')
            .slice(0, REPORT_CHARS_MAX),
        );
    }
    return result.result;
  }
}

/** What a call asks: the argument `question` where the workflow has that parameter, else the call itself. */
function questionOf({ description, inputSchema }: WorkflowTool['listed'], args: ToolCall['args']): string {
  const { question } = args;
  const isAsked = Object.hasOwn(inputSchema.properties ?? {}, 'question') && typeof question === 'string';
  if (isAsked && question.trim() !== '') return question;
  return `Calling tool: ${description ?? ''} with arguments: ${JSON.stringify(args)}`;
}
