/** Limits of concurrency, by what their operations cost. */
export const lanes = ['ask', 'search', 'suggest', 'list'] as const;
/**
 * The limit of concurrency of an operation, which it shares with others of its kind in the process that handles it.
 * `ask`: answers of a model; `search`: reading the indexes, the graph and their hits; `suggest`: completing words as
 * they are typed; `list`: listing and counting resources in the database. Beyond the limit, calls wait for a short time
 * in a queue in which knowledge boxes take turns, and are refused as `unavailable` with `Retry-After`.
 */
export type Lane = (typeof lanes)[number];
