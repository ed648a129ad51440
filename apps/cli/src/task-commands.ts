import { type Tasks, type TaskState, type TaskView, listTasks, replayTasks } from '@lectern/contracts/knowledge-box';
import type { Command, CommandContext } from './command';
import { CommandError, exitCodes } from './exit-code';
import { counted } from './progress-line';

const states: readonly TaskState[] = ['waiting', 'running', 'retrying', 'failed'];

export const showTasks: Command = {
  name: 'tasks list',
  summary: 'name work that has failed for good, or is in another state',
  details: [
    'Each is a line: id, name, attempts, what it is about, why it failed. Exit code 1 when any has failed for good.',
  ],
  options: {
    state: { value: 'STATE', doc: `${states.join(', ')}; failed when absent` },
    json: { doc: 'write the result as JSON, one object a line' },
  },
  run: async (context) => {
    let failed = 0;
    for await (const task of tasksOf(context, stateOf(context))) {
      if (task.state === 'failed') failed += 1;
      context.print(context.options['json'] ? JSON.stringify(task) : line(task));
    }
    return failed > 0 ? exitCodes.notAsItShouldBe : exitCodes.done;
  },
};

export const replayFailedTasks: Command = {
  name: 'tasks replay',
  summary: 'try work again that has failed for good',
  details: ['With all its attempts, at once. What failed for a reason that is still there fails again.'],
  options: { id: { value: 'ID', doc: 'one task; all that have failed for good when absent' } },
  run: async ({ api, options: { id }, print }) => {
    const { replayed } = await api().call(replayTasks, { body: { id: typeof id === 'string' ? id : null } });
    print(`${counted(replayed, 'task')} to be tried again`);
    return exitCodes.done;
  },
};

function stateOf({ options: { state = 'failed' } }: CommandContext): TaskState {
  const known = states.find((one) => one === state);
  if (known) return known;
  throw new CommandError(`There is no state ${state}: it is one of ${states.join(', ')}`, exitCodes.usage);
}

async function* tasksOf({ api }: CommandContext, state: TaskState): AsyncGenerator<TaskView> {
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: Tasks = await api().call(listTasks, { query: { state, cursor } });
    yield* page.tasks;
    cursor = page.cursor;
  }
}

function line({ id, task, attempts, attempts_max: max, payload, error }: TaskView): string {
  return `${id} ${task} ${attempts}/${max} ${JSON.stringify(payload)}${error ? `: ${error.split('\n')[0]}` : ''}`;
}
