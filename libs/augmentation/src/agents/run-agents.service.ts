import { asUuid, type IndexFilter, type Principal, visibilityOfReads } from '@lectern/contracts/core';
import type { FieldMetadata, FieldLetter } from '@lectern/contracts/knowledge-box';
import type {
  AgentFieldResult,
  AgentsFilter,
  AgentsResults,
  AgentTextResults,
  BoxAgentFieldResult,
  BoxAgentsResults,
  RunAgentsPayload,
  RunAgentsTextPayload,
} from '@lectern/contracts/understanding';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { secondsSince } from '@lectern/understanding';
import { AgentBoxes, type ReadField } from './agent-boxes';
import { type AgentCircumstances, AgentEngine, type AgentRun } from './agent-engine';
import { type Found, joinedFindings, saysSomething } from './agent-findings';
import { AgentTaskRows } from './agent-task-rows';
import { type AgentText, severalAtOnce } from './agent-text';
import { type Agent, agentReads, chosenAgents } from './chosen-agents';
import type { FilteredField } from './field-filter';
import { readFieldMetadata, writeFieldMetadata, writeFieldText, writeQuestions } from './field-message';
import { augmentedFilterField } from './resource-augmentation';
import { textFindings } from './text-findings';

/** Concurrent fields or texts. */
const AT_ONCE = 4;
/** Tokens per unit of consumption. */
const TOKENS_PER_UNIT = 1_000;

/** The agents of a box to run. */
export interface WantedAgents {
  readonly ids: readonly string[];
  readonly filters?: readonly AgentsFilter[] | null;
}

/** A resource by id or slug, and the caller. */
export interface NamedResource {
  readonly kbid: string;
  readonly rid?: string;
  readonly rslug?: string;
  readonly principal: Principal;
}

type Use = Pick<AgentFieldResult, 'input_svc_tokens' | 'output_svc_tokens' | 'time'>;

/** Runs the agents of a box over fields or texts, and stores nothing. */
@Injectable()
export class RunAgentsService {
  constructor(
    private readonly rows: AgentTaskRows,
    private readonly engine: AgentEngine,
    private readonly boxes: AgentBoxes,
  ) {}

  /** @throws AppError `invalid_request` for metadata that is not a valid message; the errors of models */
  async onFields(
    { fields, agent_ids: ids, filters }: RunAgentsPayload,
    circumstances: AgentCircumstances,
  ): Promise<AgentsResults> {
    const read = fields.map((field) => ({ ...field, ...readFieldMetadata(field.metadata) }));
    const agents = await this.agents(circumstances, { ids, filters });
    const results = await severalAtOnce(read, AT_ONCE, async (field) => {
      const filtered = { ...namedField(field.field_id), text: field.text, labels: field.labels };
      const { found, use } = await this.run(field, agents, { ...circumstances, filtered });
      return [field.field_id, { ...fieldResult(field.metadata, found), ...use }] as const;
    });
    return { results: Object.fromEntries(results) };
  }

  /** @throws AppError `not_found`, also for resources that the caller may not see; the errors of models */
  async onResource(
    { kbid, rid, rslug, principal }: NamedResource,
    wanted: WantedAgents,
    circumstances: AgentCircumstances,
  ): Promise<BoxAgentsResults> {
    const agents = await this.agents(circumstances, wanted);
    const results: Record<string, BoxAgentFieldResult> = {};
    const filters = await this.filtersOf(kbid, agents, circumstances.signal);
    const read = { kbid, rid, rslug, visibility: visibilityOfReads(principal), filters };
    for await (const { resource, fields } of this.boxes.fields(read, circumstances.signal)) {
      const done = await severalAtOnce(fields, AT_ONCE, async (field) => {
        const { found, use } = await this.run(field, agents, {
          ...circumstances,
          schemaOf: (schema) => this.boxes.kvSchema(kbid, schema, circumstances.signal),
          filtered: augmentedFilterField(resource, field),
          passed: field.passed,
        });
        return [`${field.letter}/${field.id}`, { ...boxFieldResult(field, found), ...use }] as const;
      });
      Object.assign(results, Object.fromEntries(done));
    }
    return { results };
  }

  /** @throws AppError the errors of models */
  async onTexts(
    { texts, agent_ids: ids, filters }: RunAgentsTextPayload,
    circumstances: AgentCircumstances,
  ): Promise<AgentTextResults> {
    const agents = await this.agents(circumstances, { ids, filters });
    const results = await severalAtOnce(texts, AT_ONCE, async (text) => {
      const startedMs = performance.now();
      const paragraphs = [{ key: '', start: 0, end: Array.from(text).length }];
      const runs: AgentRun[] = [];
      const { kbid } = circumstances.box;
      const { signal } = circumstances;
      const schemaOf = (schema: string) => this.boxes.kvSchema(kbid, schema, signal);
      const own = this.boxes.ownTexts(kbid, signal);
      for (const { parameters, sealed } of agents)
        runs.push(await this.engine.run(parameters, { text, paragraphs }, { ...circumstances, sealed, schemaOf, own }));
      return { ...useOf(runs, startedMs), payloads: runs.map(({ found }) => textFindings(found)) };
    });
    return { results };
  }

  private async filtersOf(kbid: string, agents: readonly Agent[], signal: AbortSignal) {
    const filters: Record<string, IndexFilter> = {};
    for (const { task, parameters } of agents) {
      const { filter_expression_json: json } = parameters;
      if (json) filters[task] = await this.boxes.compiled(kbid, json, signal);
    }
    return filters;
  }

  private async agents({ box }: AgentCircumstances, { ids, filters }: WantedAgents): Promise<readonly Agent[]> {
    const uuids = ids.flatMap((id) => asUuid(id) ?? []);
    return chosenAgents(await this.rows.listEnabled(box.kbid, ids.length > 0 ? uuids : undefined), filters);
  }

  private async run(
    text: AgentText,
    agents: readonly Agent[],
    {
      filtered,
      passed,
      ...circumstances
    }: AgentCircumstances & { readonly filtered: FilteredField; readonly passed?: readonly string[] },
  ): Promise<{ readonly found: Found; readonly use: Use }> {
    const startedMs = performance.now();
    const runs: AgentRun[] = [];
    const own = this.boxes.ownTexts(circumstances.box.kbid, circumstances.signal);
    for (const agent of agents) {
      const { parameters, sealed } = agent;
      if (!agentReads(agent, filtered, passed)) continue;
      runs.push(await this.engine.run(parameters, text, { ...circumstances, sealed, own }));
    }
    return { found: joinedFindings(runs.map(({ found }) => found)), use: useOf(runs, startedMs) };
  }
}

function useOf(runs: readonly AgentRun[], startedMs: number): Use {
  const sum = (member: 'inputTokens' | 'outputTokens') => runs.reduce((all, run) => all + run[member], 0);
  return {
    input_svc_tokens: sum('inputTokens') / TOKENS_PER_UNIT,
    output_svc_tokens: sum('outputTokens') / TOKENS_PER_UNIT,
    time: secondsSince(startedMs),
  };
}

function namedField(name: string): Pick<FilteredField, 'rid' | 'letter' | 'id'> {
  const [id = '', letter, rid] = name.split('/').reverse();
  // Validated with the request.
  return { id, letter: letter as FieldLetter, rid: rid?.replaceAll('-', '').toLowerCase() };
}

function fieldResult(metadata: string, found: Found): Omit<AgentFieldResult, keyof Use> {
  return {
    metadata: writeFieldMetadata(metadata, found),
    applied_data_augmentation: {
      qas: writeQuestions(found),
      new_text_fields: found.texts.map((text) => ({ text_field: writeFieldText(text), destination: text.destination })),
      changed: saysSomething(found),
    },
  };
}

function boxFieldResult({ metadata }: ReadField, found: Found): Omit<BoxAgentFieldResult, keyof Use> {
  const question_answer = found.questions.map(({ question, answer, reason, paragraphs: ids_paragraphs }) => ({
    question: { text: question, ids_paragraphs },
    answers: [{ text: answer, ids_paragraphs, reason }],
  }));
  const keyValues = (found.keyValues ?? []).map(({ schema, data }) => ({ schema_id: schema, data }));
  return {
    metadata: augmentedMetadata(metadata, found),
    applied_data_augmentation: {
      ...(question_answer.length > 0 && { qas: { question_answer } }),
      new_text_fields: found.texts.map(({ destination, body, format }) => ({
        text_field: { body, format, md5: createHash('md5').update(body).digest('hex') },
        destination,
      })),
      ...(keyValues.length > 0 && { new_key_value_fields: keyValues }),
      changed: saysSomething(found),
    },
  };
}

function augmentedMetadata(metadata: FieldMetadata, found: Found): FieldMetadata {
  const byKey = new Map(found.paragraphs.map(({ key, classifications }) => [key, classifications]));
  const entities = Object.entries(found.entities).map(([name, own]) => [name, { entities: own }] as const);
  return {
    ...metadata,
    paragraphs: metadata.paragraphs.map((paragraph) => ({
      ...paragraph,
      classifications: [...paragraph.classifications, ...(byKey.get(paragraph.key) ?? [])],
    })),
    classifications: [...metadata.classifications, ...found.classifications],
    entities: { ...metadata.entities, ...Object.fromEntries(entities) },
    relations:
      found.relations.length > 0 ? [...(metadata.relations ?? []), { relations: found.relations }] : metadata.relations,
  };
}
