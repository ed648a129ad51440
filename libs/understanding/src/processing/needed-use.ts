import type { MonthlyUse } from '@lectern/usage';

const MEDIA = /^(audio|video)\//;

/** A field or a part of one before it is read. */
export interface UnreadContent {
  /** Media type of a file; absent for texts and links. */
  readonly contentType?: string;
  /** Whether its paragraphs are stored in a knowledge box of this zone. */
  readonly isStored: boolean;
}

/** Whether it counts as seconds of speech, not as a document. */
export function isMedia(contentType: string | undefined): boolean {
  return contentType !== undefined && MEDIA.test(contentType);
}

/** What is known of use before content is read: it is one document, and of the rest something must be left. */
export function neededToProcess({ contentType, isStored }: UnreadContent): MonthlyUse {
  return {
    monthly_limit_chars_processed: 0,
    monthly_limit_paragraphs_processed: 0,
    ...(isStored && { monthly_limit_paragraphs_stored: 0 }),
    ...(isMedia(contentType)
      ? { monthly_limit_media_seconds_processed: 0 }
      : { monthly_limit_docs_no_media_processed: 1 }),
    ...(contentType !== undefined && !isMedia(contentType) && { monthly_limit_non_media_files_processed: 1 }),
  };
}
