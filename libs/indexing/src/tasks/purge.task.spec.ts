import { InProcessBus } from '@lectern/bus';
import { type AnyOperation, AppError } from '@lectern/contracts/core';
import type { TaskRun } from '@lectern/database';
import { PurgeTask } from './purge.task';

const box = { kbid: 'box', account: 'account' };
// Only the signal of a run is used.
const run = { signal: new AbortController().signal } as TaskRun;

/** What a task asked of other services, in turn, and of the content of the box. */
function purge({ away }: { readonly away?: string } = {}) {
  const done: string[] = [];
  const request = async ({ name }: AnyOperation) => {
    if (name === away) throw new AppError('unavailable', `${name} is away`);
    done.push(name);
    return null;
  };
  const content = { remove: async () => void done.push('content') };
  const parts = [{}, {}, content, Object.assign(new InProcessBus(), { request })];
  // Purging a box uses neither indexes nor files of resources.
  return { task: new PurgeTask(...(parts as unknown as ConstructorParameters<typeof PurgeTask>)), done };
}

const rest = ['content', 'search.activity.purge', 'understanding.configuration.purge'];

describe('the purge of a knowledge box', () => {
  it('removes what every service has of it, and of an agent its configuration first', async () => {
    const plain = purge();
    await plain.task.purgeKnowledgeBox(box, run);
    expect(plain.done).toEqual([...rest, 'agents.agent.purge']);
    const agent = purge();
    await agent.task.purgeKnowledgeBox({ ...box, isAgent: true }, run);
    expect(agent.done).toEqual(['agents.agent.purge', ...rest]);
  });

  it.each(['agents.agent.purge', 'search.activity.purge', 'understanding.configuration.purge'])(
    'is not done while the service that answers %s is away',
    async (away) => {
      const { task } = purge({ away });
      await expect(task.purgeKnowledgeBox({ ...box, isAgent: true }, run)).rejects.toMatchObject({
        code: 'unavailable',
      });
    },
  );
});
