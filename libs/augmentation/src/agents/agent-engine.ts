import { AppError } from '@lectern/contracts/core';
import {
  type AgentOperation,
  agentOperationTypes,
  type AgentLanguageModel,
  type AgentOperationType,
  type AgentParameters,
  type MemoryOperation,
  type QuestionsOperation,
} from '@lectern/contracts/understanding';
import type { Embedder } from '@lectern/models';
import { Inject, Injectable } from '@nestjs/common';
import { type ConfiguredBox, EmbeddingUse, type NamedGenerator, PredictionModels } from '@lectern/understanding';
import { type Found, foundNothing, joinedFindings } from './agent-findings';
import { locallyGuarded } from './local-guard';
import { localGraph } from './local-graph';
import { localQuestions } from './local-questions';
import { AgentModel, UnusableAnswer } from './agent-model';
import { checkAskPrompt, checkOwnModel, ownSettings } from './own-model';
import { type SealedParameters, TaskSecrets } from './task-secrets';
import type { AgentText } from './agent-text';
import { askedText } from './ask-agent';
import { extractedTables, type SeePicture } from './extract-agent';
import { askedKeyValues, type SchemaOf } from './key-value-answer';
import { graphOf } from './graph-agent';
import { guarded } from './guard-agent';
import { labelledParagraphs, labelledText } from './label-agent';
import { remembered, type RememberedConversation } from './memory-agent';
import { questionsOf } from './question-agent';
import { textOfSplits } from './split-text';
import { type LabelsBySimilarity, type OwnTexts, similarLabels } from './similar-labels';

/** Findings of an agent, and its consumption. */
export interface AgentRun {
  readonly found: Found;
  /** Why operations found nothing although their input was not empty. */
  readonly errors: readonly string[];
  /** How its operations work, for people. */
  readonly methods: readonly string[];
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Calls of generative models. */
  readonly calls: number;
  /** The findings of each operation, in their order. */
  readonly byOperation: readonly Found[];
}

/** The box for which an agent runs. */
export interface AgentCircumstances {
  readonly box: ConfiguredBox;
  /** Secrets of the task: its model is called with its keys. */
  readonly sealed?: string | null;
  readonly signal: AbortSignal;
  /** Models of the box, shared by several runs; looked up for each run when absent. */
  readonly models?: ModelsOfBox;
  /** Reads the conversation that the text is of; memories are kept of nothing else. */
  readonly conversation?: ReadConversation;
  /** Key-value schemas of the knowledge box; without it, no key-value fields are filled. */
  readonly schemaOf?: SchemaOf;
  /** Texts like those that are labelled. */
  readonly own?: OwnTexts;
  /** Fetches pictures; without it, agents read texts only. */
  readonly see?: SeePicture;
}

/** Reads a conversation with the facts that an operation has kept of it. */
export type ReadConversation = (operation: MemoryOperation) => Promise<RememberedConversation>;

/** The models that agents of a box use, each looked up once on first use. */
export class ModelsOfBox {
  private readonly generators = new Map<string, Promise<NamedGenerator>>();
  private embedding: Promise<Embedder> | undefined;

  constructor(
    private readonly models: PredictionModels,
    private readonly secrets: TaskSecrets,
    private readonly box: ConfiguredBox,
  ) {}

  /**
   * @param sealed secrets of the task, with the keys of its model
   * @throws AppError `invalid_request` when it does not exist, or cannot be called as the task wants
   */
  generator(llm?: AgentLanguageModel | null, sealed: string | null = null): Promise<NamedGenerator> {
    const name = JSON.stringify([llm?.model ? llm : { ...llm, model: '' }, sealed]);
    const found = this.generators.get(name) ?? this.find(llm, sealed);
    this.generators.set(name, found);
    return found;
  }

  private async find(llm: AgentLanguageModel | null | undefined, sealed: string | null): Promise<NamedGenerator> {
    const keys = this.secrets.keysOf(this.box.kbid, sealed);
    const named = await this.models.generatorFor([llm?.model], this.box, keys);
    checkOwnModel(llm, { named, keys });
    return named;
  }

  embedder(): Promise<Embedder> {
    this.embedding ??= this.models.embedderFor(undefined, this.box);
    return this.embedding;
  }
}

interface Tools {
  readonly model: AgentModel;
  readonly followsPrompts: boolean;
  readonly similar: Omit<LabelsBySimilarity, 'embedder'> & { readonly embedder: () => Promise<Embedder> };
  readonly on: 'paragraphs' | 'text';
  readonly from: Pick<AgentCircumstances, 'conversation' | 'schemaOf' | 'see'>;
  /** How operations without a language model worked, where that depends on what they met. */
  readonly how: Map<AgentOperation, string>;
}

/** The single type of an operation; undefined if it has none. */
export function operationType(operation: AgentOperation): AgentOperationType | undefined {
  const types = [...agentOperationTypes, 'memory', 'align'] as const;
  return types.find((type) => operation[type]);
}

/** Runs agents over texts. */
@Injectable()
export class AgentEngine {
  constructor(
    private readonly models: PredictionModels,
    private readonly secrets: TaskSecrets,
    @Inject(EmbeddingUse) private readonly use: Pick<EmbeddingUse, 'count'>,
  ) {}

  modelsOf(box: ConfiguredBox): ModelsOfBox {
    return new ModelsOfBox(this.models, this.secrets, box);
  }

  /** Vectors of texts, with the model of the box. @throws AppError as `Embedder.embed` does */
  async embed(texts: readonly string[], { box, signal }: Pick<AgentCircumstances, 'box' | 'signal'>) {
    const embedder = await this.modelsOf(box).embedder();
    const vectors = await embedder.embed(texts, 'passage', { signal });
    this.use.count(texts, embedder, box);
    return { model: embedder.description.id, vectors };
  }

  /** @throws AppError `invalid_request` when the model does not exist, lacks a capability or cannot use the keys */
  async check({ parameters, sealed }: SealedParameters, box: ConfiguredBox): Promise<void> {
    const { operations, llm } = parameters;
    const { generator, id } = await this.modelsOf(box).generator(llm, sealed);
    checkAskPrompt(parameters);
    const types = operations.map(operationType).filter((type) => type !== undefined && !isLocal(type));
    if (generator.description.followsPrompts) return;
    if (operations.some(({ qa }) => qa && hasPrompts(qa)))
      throw new AppError('invalid_request', `The model ${id} follows no prompts: leave the prompts of qa out`);
    if (types.length === 0) return;
    throw new AppError(
      'invalid_request',
      `The model ${id} follows no prompts: without a language model, fields get labels (label), names and relations ` +
        `(graph), questions (qa), tables (extract) and attacks (prompt_guard) by rules; choose another model for ${types.join(', ')}`,
    );
  }

  /**
   * An unusable answer of the model is an error of its operation; the other operations continue.
   *
   * @throws AppError as `Generator.generate` and `Embedder.embed` do
   */
  async run(parameters: AgentParameters, text: AgentText, circumstances: AgentCircumstances): Promise<AgentRun> {
    const { box, signal, models = this.modelsOf(box), sealed, own, ...from } = circumstances;
    const read = textOfSplits(parameters, text);
    const { llm } = parameters;
    const named = await models.generator(llm, sealed);
    const model = new AgentModel(named, signal, ownSettings(llm, named));
    const tools: Tools = {
      model,
      followsPrompts: followsPrompts(named),
      similar: {
        embedder: () => models.embedder(),
        signal,
        own,
        count: (texts, embedder) => this.use.count(texts, embedder, box),
      },
      on: parameters.on === 0 ? 'paragraphs' : 'text',
      from,
      how: new Map(),
    };
    const all: Found[] = [];
    const errors: string[] = [];
    for (const operation of parameters.operations) {
      try {
        all.push(read ? await foundBy(operation, read, tools) : foundNothing);
      } catch (error) {
        if (!(error instanceof UnusableAnswer)) throw error;
        all.push(foundNothing);
        errors.push(`${operationType(operation)}: the answer of the model cannot be used: ${error.message}`);
      }
    }
    const { inputTokens, outputTokens, calls } = model;
    const methods = operationMethods(parameters, named, tools.how);
    return { found: joinedFindings(all), errors, methods, inputTokens, outputTokens, calls, byOperation: all };
  }
}

function hasPrompts(qa: QuestionsOperation): boolean {
  const { question_generator_prompt: ask, system_question_generator_prompt: system } = qa;
  return [ask, system, qa.summary_prompt, qa.generate_answers_prompt].some(Boolean);
}

/** Operations with a method that needs no language model. */
function isLocal(type: AgentOperationType): boolean {
  return ['label', 'graph', 'qa', 'extract', 'prompt_guard', 'memory', 'align'].includes(type);
}

/** How the findings are made: by the model, or without one. */
function operationMethods(
  { operations }: AgentParameters,
  named: NamedGenerator,
  how: Tools['how'],
): readonly string[] {
  return operations.flatMap((operation) => {
    const type = operationType(operation);
    if (!type) return [];
    if (followsPrompts(named)) return [`${type}: by the language model ${named.id}`];
    return how.get(operation) ?? `${type}: ${type === 'label' ? 'by closeness of meaning' : 'by rules'}`;
  });
}

function followsPrompts({ generator }: NamedGenerator): boolean {
  return generator.description.followsPrompts;
}

async function foundBy(operation: AgentOperation, text: AgentText, tools: Tools): Promise<Found> {
  const { label, graph, ask, qa, extract, prompt_guard: promptGuard, llm_guard: llmGuard, memory } = operation;
  const { model, on, similar, from } = tools;
  if (extract) return extractedTables(text, { model, see: from.see });
  if (text.text.trim() === '') return foundNothing;
  if (label && !tools.followsPrompts) {
    const { found, how } = await similarLabels(label, text, { ...similar, embedder: await similar.embedder(), on });
    tools.how.set(operation, how);
    return found;
  }
  if (label) return on === 'text' ? labelledText(label, text, model) : labelledParagraphs(label, text, model);
  if (!operationType(operation)) return foundNothing;
  if (memory) {
    if (!from.conversation) return foundNothing;
    const conversation = await from.conversation(memory);
    return remembered(memory, text, {
      model: tools.followsPrompts ? model : undefined,
      conversation,
      signal: similar.signal,
    });
  }
  if (graph && !tools.followsPrompts) return localGraph(graph, text, similar.signal);
  if (qa && !tools.followsPrompts) return localQuestions(qa, text);
  if (promptGuard && !tools.followsPrompts) return promptGuard.enabled ? locallyGuarded(text, on) : foundNothing;
  if (!tools.followsPrompts) throw new UnusableAnswer('the model follows no prompts');
  if (graph) return graphOf(graph, text, model);
  if (ask?.store_as_key_value) return askedKeyValues(ask, text, { model, schemaOf: from.schemaOf });
  if (ask) return askedText(ask, text, model);
  if (qa) return questionsOf(qa, text, model);
  if (promptGuard?.enabled) return guarded('prompt_guard', text, { model, on });
  if (llmGuard?.enabled) return guarded('llm_guard', text, { model, on });
  return foundNothing;
}
