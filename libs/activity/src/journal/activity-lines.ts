import type { JournalLine } from '@lectern/runtime';

/** What a line of the journal records, with its letter. */
export const activityKinds = { activity: 'A', feedback: 'F' } as const;

export type JournalKind = keyof typeof activityKinds;
export type ActivityLine = JournalLine<JournalKind>;
