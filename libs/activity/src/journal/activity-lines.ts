import type { JournalLine } from '@lectern/runtime';

/** Kinds of journal lines, with their letters. */
export const activityKinds = { activity: 'A', feedback: 'F' } as const;

export type JournalKind = keyof typeof activityKinds;
export type ActivityLine = JournalLine<JournalKind>;
