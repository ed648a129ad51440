import type { A2aAgentCard, A2aReply, callA2aAgent, getA2aAgentCard } from '@lectern/contracts/agents';
import type { Request } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { AgentDirectory } from '../agent/agent-directory';
import { headersOfMessage } from '../interaction/message-headers';
import { WorkflowService } from '../workflow/workflow.service';
import { a2aSdk } from './a2a-sdk';
import { agentCard } from './agent-card';
import { A2aTasks } from './a2a-tasks';
import { taskServer } from './task-server';

/** How often a task that takes long shows that it runs, to those who wait for it. */
const SIGN_OF_LIFE_MS = 20_000;

/** The server of the A2A protocol that an agent has. */
@Injectable()
export class AgentA2a {
  constructor(
    private readonly agents: AgentDirectory,
    private readonly workflows: WorkflowService,
    private readonly tasks: A2aTasks,
  ) {}

  /** @throws AppError `not_found` */
  async card({ params, headers }: Pick<Request<typeof getA2aAgentCard>, 'params' | 'headers'>): Promise<A2aAgentCard> {
    const [agent, { workflows }] = await Promise.all([
      this.agents.get(params.agent_id),
      this.workflows.list(params.agent_id),
    ]);
    return agentCard(agent, workflows, headers.reached ?? '');
  }

  /** Answers a message; failures are answers, too. */
  async *answer(request: Request<typeof callA2aAgent>): AsyncGenerator<A2aReply> {
    const { params, headers, body, principal, signal } = request;
    const sdk = await a2aSdk();
    const card = sdk.types.AgentCard.fromJSON(await this.card(request));
    const caller = { agent: params.agent_id, principal, headers: headersOfMessage(headers), signal };
    const server = taskServer({ tasks: this.tasks, caller, card, sdk });
    // Version 0.3 has other names of methods, and a client of it sends no version.
    const isLegacy = typeof body.method === 'string' && body.method.includes('/');
    const requestedVersion = headers['a2a-version'] ?? (isLegacy ? '0.3' : '1.0');
    const context = new sdk.ServerCallContext({ requestedVersion });
    const Handler = isLegacy ? sdk.handlers.LegacyJsonRpcTransportHandler : sdk.handlers.JsonRpcTransportHandler;
    const mapped = (error: unknown) => ({
      jsonrpc: '2.0',
      id: body.id ?? null,
      error: isLegacy
        ? sdk.handlers.LegacyJsonRpcTransportHandler.mapToLegacyJSONRPCError(error)
        : sdk.handlers.JsonRpcTransportHandler.mapToJSONRPCError(error),
    });
    try {
      sdk.validateVersion(requestedVersion, card, 'JSONRPC');
      const answering = new Handler(server).handle({ ...body }, context);
      for await (const message of withSigns(answering)) yield message === undefined ? {} : { message };
    } catch (error) {
      yield { message: mapped(error) };
    }
  }
}

type Answering = Promise<object | AsyncGenerator<object, void, undefined>>;

/** Its messages, and undefined from time to time until they come. */
async function* withSigns(answering: Answering): AsyncGenerator<object | undefined> {
  const answer = yield* waiting(answering);
  if (!isStream(answer)) return yield answer;
  try {
    for (;;) {
      const next = yield* waiting(answer.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await answer.return();
  }
}

async function* waiting<T>(promise: Promise<T>): AsyncGenerator<undefined, T> {
  for (;;) {
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => late.resolve(undefined), SIGN_OF_LIFE_MS);
    const settled = await Promise.race([promise.then((value) => ({ value })), late.promise]).finally(() =>
      clearTimeout(timer),
    );
    if (settled) return settled.value;
    yield undefined;
  }
}

function isStream(answer: object): answer is AsyncGenerator<object, void, undefined> {
  return Symbol.asyncIterator in answer;
}
