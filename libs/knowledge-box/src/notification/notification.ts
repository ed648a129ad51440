import type { KnowledgeBoxNotification, ResourceReference, ResourceStep } from '@lectern/contracts/knowledge-box';

/** A step of a resource, as published. */
export type ResourceProgress = ResourceReference & ResourceStep;

/** The part about the resource in every notification. */
export interface ResourceSummary {
  readonly title: string;
  readonly seqid: number;
}

/**
 * @param resource its current state; undefined if it was deleted or the listener may not see it, in which case there is
 *   no notification
 */
export function notificationOf(
  progress: ResourceProgress,
  resource: ResourceSummary | undefined,
): KnowledgeBoxNotification | undefined {
  if (!resource) return undefined;
  const data = { resource_uuid: progress.rid, resource_title: resource.title, seqid: resource.seqid };
  switch (progress.step) {
    case 'written': {
      // A request to reprocess a resource modifies it.
      const operation = progress.kind === 'reprocessed' ? 'modified' : progress.kind;
      return { type: 'resource_written', data: { ...data, operation, error: false } };
    }
    case 'processed':
      return {
        type: 'resource_processed',
        data: { ...data, ingestion_succeeded: true, processing_errors: progress.errors },
      };
    case 'indexed':
      return { type: 'resource_indexed', data };
  }
}
