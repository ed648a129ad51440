import type {
  AnswerCitations,
  FeedbackRequest,
  FrameChunk,
  FrameContext,
  FrameStep,
  InteractionFrame,
} from '@lectern/contracts/agents';
import { passagePlace } from '../../../parts/passage/passage-id';

/** Kinds of frames, by their numbers. */
const [START, DONE, ERROR, REQUEST, CHUNK, REASONING] = [2, 3, 4, 5, 6, 7];

/** How far an answer is. */
export type Phase = 'asking' | 'waiting' | 'done' | 'failed' | 'stopped';

/** A question to an agent and its answer, as far as it has come. */
export interface Exchange {
  readonly key: string;
  readonly question: string;
  readonly phase: Phase;
  /** Id of the interaction, once it has begun. */
  readonly id?: string;
  /** Number of the last frame; before the first one, -1. */
  readonly seqid: number;
  readonly steps: readonly FrameStep[];
  readonly contexts: readonly FrameContext[];
  /** The answer as it is written, or as it is. */
  readonly text: string;
  /** Whether the next piece begins the text again. */
  readonly isPieceLast: boolean;
  readonly reasoning: string;
  readonly citations?: AnswerCitations;
  readonly urls: readonly string[];
  /** What the agent asks its user. */
  readonly request?: FeedbackRequest;
  /** Where the user is to sign in. */
  readonly signIn?: string;
  /** Why it failed, in the words of the server. */
  readonly problem?: string;
}

export function newExchange(key: string, question: string): Exchange {
  return {
    key,
    question,
    phase: 'asking',
    seqid: -1,
    steps: [],
    contexts: [],
    text: '',
    isPieceLast: true,
    reasoning: '',
    urls: [],
  };
}

/** The exchange after a frame. */
export function withFrame(before: Exchange, frame: InteractionFrame): Exchange {
  const { operation, original_question_uuid: id } = frame;
  // The start of an interaction that is asked again, after its frames were lost, begins the exchange again.
  const base = operation === START ? newExchange(before.key, before.question) : before;
  const exchange = { ...base, seqid: frame.seqid, ...(id !== null && { id }) };
  switch (operation) {
    case START:
      return exchange;
    case DONE:
      return { ...answered(exchange), phase: exchange.phase === 'failed' ? 'failed' : 'done' };
    case ERROR:
      return { ...answered(exchange), phase: 'failed', problem: frame.exception?.detail ?? '' };
    case REQUEST:
      return asked(exchange, frame);
    case CHUNK:
      return withPiece(exchange, frame);
    case REASONING:
      return { ...exchange, reasoning: exchange.reasoning + (frame.reasoning?.text ?? '') };
    default:
      return withFound(answered(exchange), frame);
  }
}

/** Nothing is asked of the user any more. */
export function answered(exchange: Exchange): Exchange {
  const { request: _, signIn: __, ...rest } = exchange;
  return { ...rest, phase: exchange.phase === 'waiting' ? 'asking' : exchange.phase };
}

function asked(exchange: Exchange, { feedback, oauth }: InteractionFrame): Exchange {
  return {
    ...exchange,
    phase: 'waiting',
    ...(feedback && { request: feedback }),
    ...(oauth && { signIn: oauth.oauth_url }),
  };
}

function withPiece(exchange: Exchange, { streaming_response_chunk: piece }: InteractionFrame): Exchange {
  if (!piece) return exchange;
  const before = exchange.isPieceLast ? '' : exchange.text;
  return { ...exchange, text: before + piece.text, isPieceLast: piece.last };
}

function withFound(exchange: Exchange, frame: InteractionFrame): Exchange {
  const { step, context, answer, possible_answer: possible, generated_text: generated } = frame;
  const text = answer ?? generated ?? possible?.answer;
  return {
    ...exchange,
    ...(step && { steps: [...exchange.steps, step] }),
    ...(context && { contexts: [...exchange.contexts, context] }),
    ...(text !== undefined && text !== null && { text, isPieceLast: true }),
    ...(answer !== null && frame.answer_citations && { citations: frame.answer_citations }),
    ...(answer !== null && { urls: frame.answer_urls ?? [] }),
  };
}

/** A text that the answer may come from, by its number in the answer where it is cited. */
export interface AgentSource {
  readonly key: string;
  readonly title: string;
  readonly text: string;
  readonly url: string | undefined;
  readonly isCited: boolean;
  /** Where it is, when it is of a knowledge box that was asked with the rights of this person. */
  readonly place: SourcePlace | undefined;
  readonly chunk: FrameChunk;
}

/** A document, and a passage of it where the text is one. */
export interface SourcePlace {
  readonly kbid: string;
  readonly rid: string;
  readonly paragraph?: string;
}

const SOURCES_MAX = 20;

/** Texts that were found, those that the answer cites first. */
export function sourcesOf({ contexts, citations }: Exchange): readonly AgentSource[] {
  const cited = new Set(
    Object.values(citations?.metadata ?? {}).map(({ context_id: id, chunk_index: at }) => `${id} ${at ?? '*'}`),
  );
  const all = contexts.flatMap(({ id, source, chunks }) =>
    chunks.map((chunk, at) => ({
      key: `${id} ${at}`,
      title: chunk.title ?? chunk.source ?? source,
      text: chunk.text,
      url: chunk.origin_url ?? chunk.url.find((one) => /^https?:/.test(one)),
      place: placeOf(chunk),
      isCited: cited.has(`${id} ${at}`) || cited.has(`${id} *`),
      chunk,
    })),
  );
  return [...all.filter(({ isCited }) => isCited), ...all.filter(({ isCited }) => !isCited)].slice(0, SOURCES_MAX);
}

function placeOf({ chunk_id: id, metadata }: FrameChunk): SourcePlace | undefined {
  const kbid = metadata?.['kbid'];
  const [rid] = id.split('/');
  if (typeof kbid !== 'string' || !rid) return undefined;
  return { kbid, rid, ...(passagePlace(id) && { paragraph: id }) };
}
