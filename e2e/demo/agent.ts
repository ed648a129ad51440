import {
  addDriver,
  contextOperations,
  EPHEMERAL_SESSION,
  generationOperations,
  type InteractionFrame,
  interactWithAgent,
  postprocessOperations,
  preprocessOperations,
} from '@lectern/contracts/agents';
import type { KnowledgeBoxClient } from '../harness/client';

const VALUE_CHARS_MAX = 110;
const SOURCE = 'documents';

/** An agent over one knowledge box, which prints how it works. */
export class DemonstratedAgent {
  private constructor(
    private readonly box: KnowledgeBoxClient,
    private readonly print: (line?: string) => void,
  ) {}

  /** Its modules rewrite the question, ask the box, answer from what was found, and score the answer. */
  static async create(kb: KnowledgeBoxClient, print: (line?: string) => void): Promise<DemonstratedAgent> {
    const { client, id: kbid } = kb;
    const box = await client.createKnowledgeBox({ title: 'The agent', mode: 'agent' });
    const params = { agent_id: box.id };
    const config = { kbid, description: 'Nine documents', key: await kb.key('SMEMBER') };
    const driver = { identifier: SOURCE, name: 'Documents', provider: 'kbdb' as const, config };
    await client.api.call(addDriver, { params, body: driver });
    await client.api.call(preprocessOperations.add, { params, body: { module: 'rephrase' } });
    await client.api.call(contextOperations.add, { params, body: { module: 'basic_ask', sources: [SOURCE] } });
    await client.api.call(generationOperations.add, { params, body: { module: 'summarize' } });
    await client.api.call(postprocessOperations.add, { params, body: { module: 'remi' } });
    return new DemonstratedAgent(box, print);
  }

  /** Prints each step when it is done, then the answer with its sources. */
  async ask(question: string, uploaded: ReadonlyMap<string, string>): Promise<void> {
    this.print(`\n? ${question}`);
    const params = { agent_id: this.box.id, session: EPHEMERAL_SESSION };
    const contexts = new Map<string, NonNullable<InteractionFrame['context']>>();
    for await (const frame of this.box.client.api.stream(interactWithAgent, { params, body: { question } })) {
      const { step, context, answer, answer_citations: citations, exception } = frame;
      if (context) contexts.set(context.id, context);
      if (step) this.print(`    ${step.timeit.toFixed(2)} s  ${step.module}: ${brief(step.value ?? step.error ?? '')}`);
      if (exception) this.print(`  (${exception.detail})`);
      if (answer === null) continue;
      for (const line of answer.split('\n')) this.print(`  ${line}`);
      for (const [block, { context_id: id, chunk_index: place }] of Object.entries(citations?.metadata ?? {})) {
        const chunk = contexts.get(id)?.chunks[place ?? 0];
        const document = uploaded.get(chunk?.chunk_id.split('/')[0] ?? '') ?? chunk?.title;
        this.print(`    — ${block}: ${document}: “${brief(chunk?.text ?? '')}”`);
      }
    }
  }
}

function brief(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > VALUE_CHARS_MAX ? `${line.slice(0, VALUE_CHARS_MAX)}…` : line;
}
