import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { A2aModuleConfig } from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';
import { type Message, SendMessageRequest, type Task, TaskState } from '@a2a-js/sdk';
import type { ContextType, FoundContext, ModuleRun } from '../../../engine/module-run';
import { textContext } from '../../text-context';
import { type RemoteAgent, remoteAgent, textOfParts, textsOfArtifacts } from './remote-agent';

const QUESTION_CHARS_MAX = 20_000;
const REASON_CHARS_MAX = 500;
const ARTIFACTS_MAX = 20;
/** Questions of the agent to the user, before it has to answer. */
const TURNS_MAX = 5;
/** Time that the user has for each of them. */
const ASK_MS = 60_000;
/** Time between two looks at a task that works. */
const LOOK_MS = 1_000;

/** Asks an agent elsewhere, over the protocol A2A. */
export const a2a: ContextType<A2aModuleConfig> = {
  name: 'a2a',
  title: 'Ask another agent',
  description: 'Asks an agent elsewhere over A2A, and answers from what it says.',
  run: async (config, question, run) => {
    const { found, host } = await asked(config, question.text, run);
    return { contexts: found.chunks.length > 0 ? [found] : [], value: host };
  },
  functions: (config) => [
    {
      name: 'ask_agent',
      description: 'Asks another agent a question, and returns its answer.',
      parameters: {
        type: 'object',
        properties: { question: { type: 'string', minLength: 1, maxLength: QUESTION_CHARS_MAX } },
        required: ['question'],
        additionalProperties: false,
      },
      run: async ({ question }, _asked, run) => {
        const { found } = await asked(config, String(question), run);
        return { items: found.chunks.map(({ text }) => text), contexts: [found] };
      },
    },
  ],
};

/** @throws AppError `invalid_request` for an address that may not be called, `unavailable`, `too_large` */
async function asked(config: A2aModuleConfig, question: string, run: ModuleRun) {
  const settings = await run.sources.settings(config.source, 'a2a');
  const circumstances = { headers: run.facts.headers, timeoutMs: settings.read_timeout_seconds * 1_000 };
  const agent = await calling(() => remoteAgent(settings, run, circumstances), run);
  const deadline = Date.now() + circumstances.timeoutMs;
  const parts = (text: string, more: object = {}) => sentMessageOf(config, text.slice(0, QUESTION_CHARS_MAX), more);
  let answer = await sent(agent, parts(question), { run, deadline });
  for (let turns = 0; turns < TURNS_MAX && isTask(answer) && needsInput(answer); turns += 1) {
    const text = textOfParts(answer.status?.message?.parts ?? []);
    const said = await run.ask({
      text: text.slice(0, QUESTION_CHARS_MAX) || 'The agent needs input',
      timeoutMs: ASK_MS,
    });
    if (said === undefined) break;
    answer = await sent(agent, parts(said, { taskId: answer.id, contextId: answer.contextId }), { run, deadline });
  }
  return { host: agent.host, found: agentContextOf(answer, agent.host) };
}

interface Until {
  readonly run: ModuleRun;
  /** In ms since the epoch. */
  readonly deadline: number;
}

/** Sends a message, and waits for the end of its task or a question. */
async function sent({ client }: RemoteAgent, request: SendMessageRequest, { run, deadline }: Until) {
  let answer: Message | Task = await calling(() => client.sendMessage(request), run);
  while (isTask(answer) && works(answer)) {
    const { id } = answer;
    if (Date.now() + LOOK_MS > deadline) throw new AppError('unavailable', 'The agent did not answer in time');
    await sleep(LOOK_MS, undefined, { signal: run.signal });
    answer = await calling(() => client.getTask({ id, tenant: '' }), run);
  }
  return answer;
}

function sentMessageOf({ remote_workflow_id, extra_metadata }: A2aModuleConfig, text: string, more: object) {
  const metadata = { ...extra_metadata, workflow_id: remote_workflow_id };
  return SendMessageRequest.fromJSON({
    message: { messageId: randomUUID(), role: 'ROLE_USER', parts: [{ text }], metadata, ...more },
  });
}

function isTask(answer: Message | Task): answer is Task {
  return 'status' in answer;
}

function works({ status }: Task): boolean {
  return status?.state === TaskState.TASK_STATE_WORKING || status?.state === TaskState.TASK_STATE_SUBMITTED;
}

function needsInput({ status }: Task): boolean {
  return status?.state === TaskState.TASK_STATE_INPUT_REQUIRED;
}

/** @throws AppError `unavailable` when the task failed */
function agentContextOf(answer: Message | Task, host: string): FoundContext {
  const source = (id: string, text: string) => textContext({ id: `${host}/${id}`, text, title: host });
  if (!isTask(answer)) {
    const text = textOfParts(answer.parts);
    return { chunks: text === '' ? [] : [source('message', text)] };
  }
  const { status } = answer;
  if (status?.state !== TaskState.TASK_STATE_COMPLETED && !needsInput(answer)) {
    const reason = textOfParts(status?.message?.parts ?? []).slice(0, REASON_CHARS_MAX);
    throw new AppError('unavailable', `${host} did not answer${reason === '' ? '' : `: ${reason}`}`);
  }
  return { chunks: textsOfArtifacts(answer, ARTIFACTS_MAX).map(({ id, text }) => source(id, text)) };
}

/** @throws AppError that says no more than the agent may say */
async function calling<T>(work: () => Promise<T>, { signal }: Pick<ModuleRun, 'signal'>): Promise<T> {
  return work().catch((error: unknown) => {
    signal.throwIfAborted();
    if (error instanceof AppError) throw error;
    const reason = error instanceof Error ? error.message.slice(0, REASON_CHARS_MAX) : '';
    throw new AppError('unavailable', `The agent could not be asked: ${reason}`, {}, { cause: error });
  });
}
