import type { EndedSpan } from '@lectern/runtime';
import type { InteractionFacts } from '../engine/module-run';
import type { InteractionEnd, Recorded, RecordedCall, RecordedStep } from './timeline-recorder';

/** An interaction that has ended. */
export interface SpannedInteraction {
  readonly facts: InteractionFacts;
  /** Id of the session. */
  readonly session: string;
  readonly began: Date;
  readonly recorded: Recorded;
  readonly end: InteractionEnd;
}

/** How this product is called where others name a provider of models. */
const PROVIDER = { 'gen_ai.provider.name': 'lectern' };

/**
 * An interaction by the conventions of OpenTelemetry for generative AI: a span of the agent, below it one for each step
 * of a module, below that its model calls and retrievals. It has no text of a user, a document or a model.
 */
export function interactionSpan({ facts, session, began, recorded, end }: SpannedInteraction): EndedSpan {
  const { agent, workflow, asked } = facts;
  const conversation = { 'gen_ai.conversation.id': session };
  const at = (seconds: number) => new Date(began.getTime() + seconds * 1_000);
  return {
    name: `invoke_agent ${agent.title}`,
    kind: 'internal',
    began,
    seconds: recorded.seconds,
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      ...PROVIDER,
      'gen_ai.agent.id': agent.id,
      'gen_ai.agent.name': agent.title,
      ...conversation,
      ...usageOf(recorded.steps.flatMap(({ calls }) => calls)),
      'lectern.interaction.id': asked.id,
      'lectern.workflow.id': workflow,
    },
    errorCode: end.errorCode,
    parts: recorded.steps.map((step) => stepOf(step, { conversation, at })),
  };
}

interface Place {
  readonly conversation: EndedSpan['attributes'];
  /** The instant of so many seconds after the begin. */
  readonly at: (seconds: number) => Date;
}

function stepOf({ module, agent_path: path, start, timeit, error, calls }: RecordedStep, place: Place): EndedSpan {
  return {
    name: `execute_tool ${module}`,
    kind: 'internal',
    began: place.at(start),
    seconds: timeit,
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': module,
      'gen_ai.tool.type': 'function',
      ...place.conversation,
      'lectern.module.path': path,
    },
    errorCode: error === null ? undefined : (calls.find(({ errorCode }) => errorCode)?.errorCode ?? 'module_failed'),
    parts: calls.map((call) => callOf(call, place)),
  };
}

function callOf(call: RecordedCall, { conversation, at }: Place): EndedSpan {
  const { kind, start, seconds, model, source, kbid, paragraphs, errorCode } = call;
  const operation = kind === 'retrieval' ? 'retrieval' : 'chat';
  const named = operation === 'chat' ? model : source;
  return {
    name: named === null ? operation : `${operation} ${named}`,
    kind: 'client',
    began: at(start),
    seconds,
    attributes: {
      'gen_ai.operation.name': operation,
      ...PROVIDER,
      ...conversation,
      ...(model !== null && { 'gen_ai.request.model': model }),
      ...(kbid !== null && { 'gen_ai.data_source.id': kbid, 'lectern.paragraphs': paragraphs.length }),
      ...(operation === 'chat' && { 'lectern.model.task': kind }),
      ...usageOf([call]),
    },
    errorCode,
    parts: [],
  };
}

/** Tokens of calls, where models count them. */
function usageOf(calls: readonly RecordedCall[]): EndedSpan['attributes'] {
  const counted = calls.filter((call) => call.input_tokens !== null);
  if (counted.length === 0) return {};
  const sum = (of: 'input_tokens' | 'output_tokens') => counted.reduce((all, call) => all + (call[of] ?? 0), 0);
  return {
    'gen_ai.usage.input_tokens': sum('input_tokens'),
    'gen_ai.usage.output_tokens': sum('output_tokens'),
  };
}
