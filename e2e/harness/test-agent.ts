import {
  EPHEMERAL_SESSION,
  interactWithAgent,
  type InteractionFrame,
  type ModuleKind,
  moduleKinds,
} from '@lectern/contracts/agents';
import type { DocumentOf, Given } from '@lectern/client';
import type { AnyOperation, ValueOf } from '@lectern/contracts/core';
import { AgentSocket, type SocketOptions } from './agent-socket';
import type { Client, KnowledgeBoxClient } from './client';

type Unary = AnyOperation & { readonly stream?: false };
type Documented = AnyOperation & { readonly stream: true };

/** An agent of its own, with the modules that a spec gives it. */
export class TestAgent {
  private constructor(
    readonly box: KnowledgeBoxClient,
    readonly id: string,
  ) {}

  /** With a driver for each knowledge box, asked by its key. @param sources by identifier of the driver */
  static async create(
    client: Client,
    sources: Readonly<Record<string, KnowledgeBoxClient>> = {},
    mode: 'agent' | 'agent_no_memory' = 'agent',
  ): Promise<TestAgent> {
    const box = await client.createKnowledgeBox({ mode });
    const agent = new TestAgent(box, box.id);
    for (const [identifier, source] of Object.entries(sources)) await agent.addDriver(identifier, source);
    return agent;
  }

  /** A driver that asks a knowledge box by its key. */
  async addDriver(
    identifier: string,
    source: KnowledgeBoxClient,
    { provider = 'kbdb', ...more }: { readonly provider?: string } & Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    const url = `${this.box.client.origin}/api`;
    const own = { kbid: source.id, description: identifier, key: await source.key('SMEMBER'), url, manager: url };
    await this.call('POST', '/drivers', {
      name: identifier,
      provider,
      identifier,
      config: { ...own, ...more },
    });
  }

  /** The same agent for another caller. */
  as(client: Client): TestAgent {
    return new TestAgent(this.box.as(client), this.id);
  }

  /** A call with the id of this agent. @throws ApiError */
  api<O extends Unary>(operation: O, given?: Given<O>): Promise<ValueOf<O>>;
  api<O extends Documented>(operation: O, given?: Given<O>): Promise<DocumentOf<O>>;
  api(operation: Unary | Documented, given: { readonly params?: object } = {}): Promise<unknown> {
    const whole = { ...given, params: { agent_id: this.id, ...given.params } };
    const { api } = this.box.client;
    return operation.stream ? api.document(operation, whole) : api.call(operation, whole);
  }

  /** Frames of an answer. @throws ApiError before the first of them */
  async frames(given: Given<typeof interactWithAgent>): Promise<readonly InteractionFrame[]> {
    const frames: InteractionFrame[] = [];
    const whole = { ...given, params: { agent_id: this.id, session: EPHEMERAL_SESSION, ...given.params } };
    for await (const frame of this.box.client.api.stream(interactWithAgent, whole)) frames.push(frame);
    return frames;
  }

  /** @throws Error for any status but 200 */
  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await this.send(method, path, body);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  async send(method: string, path: string, body?: unknown) {
    return this.box.client.send(method, `/agent/${this.id}${path}`, { body });
  }

  /** A workflow of these context modules. Returns its id. */
  async workflow(...modules: readonly object[]): Promise<string> {
    const added = (await this.call('POST', '/workflows', { name: 'w' })) as { readonly id: string }; // By its contract.
    for (const module of modules) await this.call('POST', `/workflow/${added.id}/context`, module);
    return added.id;
  }

  async ask(question: string, workflow = 'default', more: object = {}): Promise<readonly InteractionFrame[]> {
    const path = `/workflow/${workflow}/session/ephemeral`;
    const text = await this.call('POST', path, { question, ...more });
    const lines = String(text).trimEnd().split('\n');
    return lines.map((line): InteractionFrame => JSON.parse(line));
  }

  /** A socket, opened with the credential of its client unless others are given. @param path below the agent */
  socket(path: string, { headers, query }: SocketOptions = {}, origin = this.box.client.origin): Promise<AgentSocket> {
    const url = path.startsWith('/api') ? path : `/api/v1/agent/${this.id}${path}`;
    return AgentSocket.open(`${origin}${url}`, { headers: { ...(headers ?? this.box.client.credential) }, query });
  }
}

/** Modules of a workflow, by kind. */
export type Workflow = Partial<Record<ModuleKind, readonly object[]>>;

/** A new workflow of these modules. Returns its id. */
export async function workflowOf(agent: TestAgent, modules: Workflow, rules: readonly string[] = []): Promise<string> {
  const added = (await agent.call('POST', '/workflows', { name: 'w', rules })) as { readonly id: string }; // By its contract.
  for (const kind of moduleKinds)
    for (const module of modules[kind] ?? []) await agent.call('POST', `/workflow/${added.id}/${kind}`, module);
  return added.id;
}
