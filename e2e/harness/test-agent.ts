import { type InteractionFrame, type ModuleKind, moduleKinds } from '@lectern/contracts/agents';
import type { Client, KnowledgeBoxClient } from './client';

/** An agent of its own, with the modules that a spec gives it. */
export class TestAgent {
  private constructor(
    readonly box: KnowledgeBoxClient,
    readonly id: string,
  ) {}

  /** With a driver for each knowledge box, asked by its key. @param sources by identifier of the driver */
  static async create(client: Client, sources: Readonly<Record<string, KnowledgeBoxClient>>): Promise<TestAgent> {
    const box = await client.createKnowledgeBox({ mode: 'agent' });
    const agent = new TestAgent(box, box.id);
    const zone = `${client.origin}/api`;
    for (const [identifier, source] of Object.entries(sources)) {
      const key = await source.key('SMEMBER');
      const config = { kbid: source.id, description: identifier, key, url: zone, manager: zone };
      await agent.call('POST', '/drivers', { name: identifier, provider: 'kbdb', identifier, config });
    }
    return agent;
  }

  /** The same agent for another caller. */
  as(client: Client): TestAgent {
    return new TestAgent(this.box.as(client), this.id);
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
