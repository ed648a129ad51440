import type { TaskDefinition } from '../../core/task';
import { changeKinds, processingStepKinds } from './resource-work.dto';
import {
  embedLargeResource,
  embedResource,
  fetchLink,
  processLargeResource,
  processResource,
  purgeBlobs,
  purgeResource,
  readFile,
  releaseBlocked,
  repairUnembedded,
  repairWaitingResources,
  resourceProgressed,
  understandText,
  updateIndexedResource,
} from './resource-work.operations';

const MINUTE_MS = 60_000;
const line = ({ attemptsMax, timeoutMs, worksWithoutRoom }: TaskDefinition<unknown>) =>
  `${attemptsMax} attempts of ${timeoutMs / MINUTE_MS} min${worksWithoutRoom ? ', also on a full disk' : ''}`;

describe('work on a resource', () => {
  // Rows of tasks that wait carry these names: one that is renamed is never done.
  it('has names that stored tasks carry', () => {
    const tasks: readonly TaskDefinition<unknown>[] = [
      ...[processResource, processLargeResource, understandText, fetchLink, readFile, updateIndexedResource],
      ...[embedResource, embedLargeResource, releaseBlocked, purgeResource, purgeBlobs],
    ];
    expect(Object.fromEntries(tasks.map((one) => [one.name, line(one)]))).toEqual({
      processResource: '10 attempts of 10 min',
      processLargeResource: '10 attempts of 10 min',
      understandText: '10 attempts of 10 min',
      fetchLink: '10 attempts of 10 min',
      readFile: '10 attempts of 10 min',
      updateIndexedResource: '25 attempts of 5 min, also on a full disk',
      embedResource: '25 attempts of 10 min',
      embedLargeResource: '25 attempts of 10 min',
      releaseBlocked: '25 attempts of 5 min',
      purgeResource: '25 attempts of 5 min, also on a full disk',
      purgeBlobs: '25 attempts of 5 min, also on a full disk',
    });
  });

  it('is looked for by itself: what waits each minute, what lacks vectors each hour', () => {
    expect(repairWaitingResources).toMatchObject({
      name: 'repairWaitingResources',
      every: { intervalMs: MINUTE_MS, afterStartMs: 5_000 },
    });
    expect(repairUnembedded).toMatchObject({
      name: 'repairUnembedded',
      every: { intervalMs: 60 * MINUTE_MS, afterStartMs: 0 },
    });
  });

  it('is told in one event, so that the steps of a resource keep their order', () => {
    expect(resourceProgressed).toEqual({ name: 'kb.resource.progressed' });
  });

  it('has kinds that the feed of changes shows', () => {
    expect([...changeKinds].sort()).toEqual(['created', 'deleted', 'modified', 'processed', 'reprocessed']);
    expect([...processingStepKinds].sort()).toEqual(['indexed', 'started', 'stopped']);
  });
});
