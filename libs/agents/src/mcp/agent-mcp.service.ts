import {
  type callAgentMcp,
  MCP_SESSION_HEADER,
  mcpMessagesIn,
  type McpReply,
  wantsMcpEvents,
} from '@lectern/contracts/agents';
import { AppError, type Request } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { AgentDirectory } from '../agent/agent-directory';
import { PromptService } from '../prompt/prompt.service';
import { WorkflowService } from '../workflow/workflow.service';
import { clientAnswers } from './elicitation';
import { answerSlowly, streamMessages } from './mcp-exchange';
import type { McpOffer } from './mcp-offer';
import { McpSessions } from './mcp-sessions';
import { offeredPrompts } from './prompt-offers';
import { type ToolCaller, ToolRuns } from './tool-runs';
import { workflowTools } from './workflow-tools';

type Messages = Request<typeof callAgentMcp>;

/** The server of the Model Context Protocol that a session of an agent has. */
@Injectable()
export class AgentMcp {
  constructor(
    private readonly agents: AgentDirectory,
    private readonly runs: ToolRuns,
    private readonly workflows: WorkflowService,
    private readonly prompts: PromptService,
    private readonly sessions: McpSessions,
  ) {}

  /** @throws AppError as `answerAtOnce`, and `not_found` for an unknown session, before the first reply */
  async *answer(messages: Messages): AsyncGenerator<McpReply> {
    const { headers, body, signal } = messages;
    const sent = mcpMessagesIn(body);
    const opening = initializing(sent);
    const caller = this.caller(messages, { isNew: opening !== undefined });
    await this.runs.open(caller);
    const offer = await this.offer(caller);
    const call = { headers, body, signal };
    const answers = clientAnswers(sent);
    if (wantsMcpEvents({ headers, body })) return yield* streamMessages(offer, call);
    for await (const reply of answerSlowly(offer, call)) {
      // Said by a message that the protocol takes.
      if (answers) await this.runs.answer(answers, caller);
      for (const request of cancelledIn(sent)) await this.runs.cancel(request, caller);
      yield opening ? this.begun(reply, caller, opening) : reply;
    }
  }

  /** Sessions of the protocol are in their ids, which stay valid. */
  async close(): Promise<null> {
    return null;
  }

  private caller({ params, headers, body, principal }: Messages, { isNew }: { readonly isNew: boolean }): ToolCaller {
    const place = { agent: params.agent_id, session: params.session };
    const { [MCP_SESSION_HEADER]: named } = headers;
    const known =
      named === undefined || isNew ? undefined : this.sessions.read(named, { place, principal }, new Date());
    const canAsk = known?.elicits === true && wantsMcpEvents({ headers, body });
    return { place, principal, headers, canAsk, ...(known && { session: known }) };
  }

  /** The answer to `initialize`, with the id of a session. */
  private begun(reply: McpReply, caller: ToolCaller, { capabilities: asked }: Opening): McpReply {
    const { result }: { readonly result?: unknown } = Object([reply.message].flat()[0]);
    const { protocolVersion: version }: { readonly protocolVersion?: unknown } = Object(result);
    if (typeof version !== 'string') return reply;
    return { ...reply, session: this.sessions.begin(caller, { asked, version }, new Date()) };
  }

  private async offer(caller: ToolCaller): Promise<McpOffer> {
    const { agent } = caller.place;
    const { title, description } = await this.agents.get(agent);
    return {
      name: agent,
      title,
      instructions: description === '' ? title : description,
      tools: async () => {
        const { workflows } = await this.workflows.list(agent);
        return workflowTools(workflows).map((tool) => ({
          listed: tool.listed,
          call: (call) => this.runs.run(tool, call, caller),
        }));
      },
      prompts: async () => offeredPrompts((await this.prompts.list(agent)).prompts),
      resources: {
        list: async () => ({ items: [] }),
        templates: [],
        read: async (uri) => {
          throw new AppError('not_found', `Unknown resource ${uri.slice(0, 200)}`);
        },
      },
    };
  }
}

/** What a client says of itself, as far as this server knows it. */
interface Opening {
  readonly capabilities?: unknown;
}

function initializing(messages: unknown): Opening | undefined {
  const [first, ...others] = [messages].flat();
  const { method, params }: { readonly method?: unknown; readonly params?: unknown } = Object(first);
  return method === 'initialize' && others.length === 0 ? Object(params) : undefined;
}

/** Ids of the requests that a client cancels. */
function cancelledIn(messages: unknown): readonly unknown[] {
  return [messages].flat().flatMap((message) => {
    const { method, params }: { readonly method?: unknown; readonly params?: unknown } = Object(message);
    const { requestId }: { readonly requestId?: unknown } = Object(params);
    return method === 'notifications/cancelled' ? [requestId] : [];
  });
}
