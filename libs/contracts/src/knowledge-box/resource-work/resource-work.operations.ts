import { event } from '../../core/event';
import { scheduledTask, task } from '../../core/task';
import type { FieldReference, ResourceReference, ResourceStep, EmbeddingJob } from './resource-work.dto';

/**
 * Puts the texts of a resource into the keyword index, as far as they are understood. Small texts are processed
 * here first; every other field has a separate task, which schedules this one again when it is done.
 */
export const processResource = task<ResourceReference>({
  name: 'processResource',
  attemptsMax: 10,
  timeoutMs: 10 * 60_000,
});

/** The same for a resource of which the texts are large. */
export const processLargeResource = task<ResourceReference>({ ...processResource, name: 'processLargeResource' });

/** Understands one text that takes its time. */
export const understandText = task<FieldReference>({
  name: 'understandText',
  attemptsMax: 10,
  timeoutMs: 10 * 60_000,
});

/** Fetches one page or external file, and understands it. */
export const fetchLink = task<FieldReference>({ name: 'fetchLink', attemptsMax: 10, timeoutMs: 10 * 60_000 });

/** Reads one stored file, and understands it. */
export const readFile = task<FieldReference>({ name: 'readFile', attemptsMax: 10, timeoutMs: 10 * 60_000 });

/**
 * Brings what both indexes filter a resource by up to date: groups, hidden, labels, dates. Removes a resource that was
 * deleted, up to `deletedVersion`. Comes before all other work and never waits for content.
 */
export const updateIndexedResource = task<ResourceReference & { readonly deletedVersion?: number }>({
  name: 'updateIndexedResource',
  attemptsMax: 25,
  timeoutMs: 5 * 60_000,
  worksWithoutRoom: true,
});

/**
 * Embeds the paragraphs that have no vectors yet, and puts the resource into the index of each vectorset. A resource
 * with more than a part of them is handed on to `embedLargeResource`.
 */
export const embedResource = task<EmbeddingJob>({
  name: 'embedResource',
  attemptsMax: 25,
  timeoutMs: 10 * 60_000,
});

/**
 * The same for some time, then again after the others, until nothing is left. Only attempts without progress count.
 */
export const embedLargeResource = task<EmbeddingJob>({
  name: 'embedLargeResource',
  attemptsMax: 25,
  timeoutMs: 10 * 60_000,
});

/** Processes blocked content of a box, some resources at a time, as long as its account is not blocked again. */
export const releaseBlocked = task<{ readonly kbid: string }>({
  name: 'releaseBlocked',
  attemptsMax: 25,
  timeoutMs: 5 * 60_000,
});

/** Removes what a deleted resource left in indexes and blob store. */
export const purgeResource = task<ResourceReference & { readonly version: number; readonly blobs: readonly string[] }>({
  name: 'purgeResource',
  attemptsMax: 25,
  timeoutMs: 5 * 60_000,
  worksWithoutRoom: true,
});

/** Removes blobs that rows no longer name: parts of uploads that are complete or have expired. */
export const purgeBlobs = task<{ readonly blobs: readonly string[] }>({
  name: 'purgeBlobs',
  attemptsMax: 25,
  timeoutMs: 5 * 60_000,
  worksWithoutRoom: true,
});

/** A resource got a step further. One event for all steps, so that those of a resource arrive in their order. */
export const resourceProgressed = event<ResourceReference & ResourceStep>('kb.resource.progressed');

/** Finds resources whose wait nothing would end: they have no task, or the reason for the wait is gone. */
export const repairWaitingResources = scheduledTask('repairWaitingResources', {
  intervalMs: 60_000,
  afterStartMs: 5_000,
});

/** Finds resources that are to be embedded and have no task for it. */
export const repairUnembedded = scheduledTask('repairUnembedded', { intervalMs: 60 * 60_000, afterStartMs: 0 });
