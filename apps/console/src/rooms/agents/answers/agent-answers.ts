import { getTimeline, type InteractionTimeline, listTimelines, replayInteraction } from '@lectern/contracts/agents';
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../../api/client';

const PAGE = 30;

/** Questions that an agent was asked, newest first; of one session where it is named. */
export const answersQuery = (agent_id: string, session: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['agent', agent_id, 'answers', session ?? ''],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        size: PAGE,
        ...(session !== undefined && { session }),
        ...(pageParam !== '' && { before: pageParam }),
      };
      return api.call(listTimelines, { params: { agent_id }, query, signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ interactions, has_more: hasMore }) => (hasMore ? interactions.at(-1)?.id : undefined),
  });

export const timelineQuery = (agent_id: string, interaction_id: string) =>
  queryOptions({
    queryKey: ['agent', agent_id, 'answer', interaction_id],
    queryFn: ({ signal }) => api.call(getTimeline, { params: { agent_id, interaction_id }, signal }),
  });

/** Asks the question again and compares. */
export function useReplay(agent_id: string, interaction_id: string) {
  return useMutation({
    mutationFn: () => api.call(replayInteraction, { params: { agent_id, interaction_id } }),
  });
}

/** A bar of a timeline: a step of a module, or a call that it made. */
export interface TimelineBar {
  readonly key: string;
  readonly name: string;
  /** Whether it is a call within the step above it. */
  readonly isCall: boolean;
  /** Seconds. */
  readonly start: number;
  readonly seconds: number;
  readonly text: string;
  readonly error: string | null;
}

const moduleOf = ({ module, title }: InteractionTimeline['steps'][number]) =>
  title === '' || title === 'agent' ? module : `${title} (${module})`;

/** Steps in their order, each followed by its calls. */
export function barsOf({ steps }: Pick<InteractionTimeline, 'steps'>): readonly TimelineBar[] {
  return steps.flatMap((step, at) => [
    {
      key: String(at),
      name: moduleOf(step),
      isCall: false,
      start: step.start,
      seconds: step.timeit,
      text: [step.value, step.reason].filter(Boolean).join(' · '),
      error: step.error,
    },
    ...step.calls.map((call, index) => ({
      key: `${at} ${index}`,
      name: [call.kind, call.model ?? call.source].filter(Boolean).join(' · '),
      isCall: true,
      start: call.start,
      seconds: call.seconds,
      text: '',
      error: call.error,
    })),
  ]);
}
