import type { KnowledgeBoxNotification, ResourceReference, ResourceStep } from '@lectern/contracts/knowledge-box';

/** A step of a resource, as it was published. */
export type ResourceProgress = ResourceReference & ResourceStep;

/** What every notification says of its resource. */
export interface ResourceSummary {
  readonly title: string;
  readonly seqid: number;
}

/** @param resource as it is now; undefined when it is gone or the listener may not see it: nobody is notified then */
export function notificationOf(
  progress: ResourceProgress,
  resource: ResourceSummary | undefined,
): KnowledgeBoxNotification | undefined {
  if (!resource) return undefined;
  const data = { resource_uuid: progress.rid, resource_title: resource.title, seqid: resource.seqid };
  switch (progress.step) {
    case 'written': {
      // A request to process a resource again changes it.
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
