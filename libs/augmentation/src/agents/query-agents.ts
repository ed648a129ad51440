import { AppError, asUuid, consumptionOf } from '@lectern/contracts/core';
import type { RecognizedTokens } from '@lectern/contracts/understanding';
import { codePointLength } from '@lectern/text';
import { Injectable } from '@nestjs/common';
import { type ConfiguredBox, secondsSince } from '@lectern/understanding';
import { AgentEngine } from './agent-engine';
import { AgentTaskRows } from './agent-task-rows';
import { chosenAgents } from './chosen-agents';

const GRAPHS = [{ operation_type: 'graph' as const, task_names: [] }];

/** Options for finding names. */
export interface AgenticCall {
  readonly box: ConfiguredBox | undefined;
  readonly showConsumption: boolean;
  readonly signal: AbortSignal;
}

/** Finds names in queries with the graph agents of a knowledge box. */
@Injectable()
export class QueryAgents {
  constructor(
    private readonly rows: AgentTaskRows,
    private readonly engine: AgentEngine,
  ) {}

  /** @throws AppError `invalid_request` if there is no such agent; the errors of models */
  async recognize(text: string, { box, showConsumption, signal }: AgenticCall): Promise<RecognizedTokens> {
    const startedAtMs = performance.now();
    const { kbid = '', account } = box ?? {};
    const tasks = asUuid(kbid) === undefined ? [] : await this.rows.listEnabled(kbid);
    const agents = chosenAgents(
      tasks.filter((task) => task.account === account),
      GRAPHS,
    );
    if (!box || agents.length === 0)
      throw new AppError(
        'invalid_request',
        'agentic_entities needs a knowledge box with a task llm-graph for new resources',
      );
    const whole = { text, paragraphs: [{ key: '', start: 0, end: codePointLength(text) }] };
    const runs = await Promise.all(
      agents.map(({ parameters, sealed }) => this.engine.run(parameters, whole, { box, sealed, signal })),
    );
    const [failed] = runs.flatMap(({ errors }) => errors);
    if (failed !== undefined) throw new AppError('provider_failed', failed);
    const tokens = runs
      .flatMap(({ found }) => Object.values(found.entities).flat())
      .flatMap(({ text: name, label, positions }) =>
        positions.map((position) => ({ text: name, ner: label, ...position })),
      )
      .sort((a, b) => a.start - b.start || a.end - b.end);
    const [input, output] = [runs.reduce((sum, run) => sum + run.inputTokens, 0), outputOf(runs)];
    const consumption = showConsumption ? consumptionOf({ input, output }) : null;
    return { tokens, time: secondsSince(startedAtMs), input_tokens: input, consumption };
  }
}

function outputOf(runs: readonly { readonly outputTokens: number }[]): number {
  return runs.reduce((sum, run) => sum + run.outputTokens, 0);
}
