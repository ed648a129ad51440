import type { Integer } from '../../core/integer';
import type { RecordedScores } from '../recorded-scores/recorded-scores.dto';

/** Feedback on an answer, as its row lists it. */
export class ActivityFeedback {
  /** When it came, UTC without suffix. */
  date!: string;
  /** Whether the answer is good. */
  good!: boolean;
  /** The comment. */
  feedback!: string | null;
  /** Id of the paragraph that it is on; null on the answer as a whole. */
  text_block_id!: string | null;
  /** Its subject: `CHAT`. */
  task!: string;
}

/** One event. It has the members selected by `show`; a selected member without a value is null. */
export class ActivityRow {
  /** Id of the row; grows from row to row. */
  id!: Integer;
  /** When the request came, or the resource changed, UTC without suffix. */
  date?: string | null;
  /** The caller's `x-kbdb-user`, else the id of the user or service account. */
  user_id?: string | null;
  /**
   * Kind of the credential: `user`, `pat`, `sa`, `temporal`, `eph`, `none`. Of changes of resources only `system` is
   * known.
   */
  user_type?: string | null;
  /** Kind of the client: the header `x-kbdb-client`; `api` of suggestions. */
  client_type?: string | null;
  /** Milliseconds from first to last. */
  total_duration?: number | null;
  /** `audit_metadata` of the request, or those of its members that were selected. */
  audit_metadata?: Readonly<Record<string, string | null>> | null;
  /** Id of the resource that was asked, or that changed. */
  resource_id?: string | null;
  /** Thousands of tokens that the model used. */
  svc_tokens?: number | null;
  /** Tokens of the answer, as the item `metadata` of the answer has them. */
  token_details?: object | null;
  /** The question or query. */
  question?: string | null;
  /** Resources in the results. */
  resources_count?: Integer | null;
  /** The filters of the request; null also when they have more than 16,384 characters of JSON. */
  filter?: object | null;
  /** The query that was searched instead of the question. */
  retrieval_rephrased_question?: string | null;
  /** The vectorset that the request names. */
  vectorset?: string | null;
  /** Groups of the caller that restricted the results. */
  security?: {
    /** Their names. */
    readonly groups: readonly string[];
  } | null;
  /** Least BM25 score of results. */
  min_score_bm25?: number | null;
  /** Least similarity of results. */
  min_score_semantic?: number | null;
  /** Requested number of results. */
  result_per_page?: Integer | null;
  /** Milliseconds of the retrieval. */
  retrieval_time?: number | null;
  /** The question as it was rewritten to stand alone. */
  rephrased_question?: string | null;
  /** The answer, at most its first 32,768 characters; null when there was nothing to answer from. */
  answer?: string | null;
  /** Id of the answer: `SVC-LEARNING-ID`. */
  learning_id?: string | null;
  /** Parts of the context that the model got, best first. Their texts are not kept. */
  retrieved_context?:
    | readonly {
        /** Id of the paragraph. */
        readonly text_block_id: string;
      }[]
    | null;
  /** Chat history, oldest first; the newest turns that have 32,768 characters of JSON together. */
  chat_history?:
    | readonly {
        /** `USER` asked, `SVC` answered. */
        readonly author: string;
        /** The text of the turn. */
        readonly text: string;
      }[]
    | null;
  /** Whether the newest feedback on the answer as a whole is good. */
  feedback_good?: boolean | null;
  /** The newest comment on the answer as a whole. */
  feedback_comment?: string | null;
  /** Whether all of the newest 1,000 feedback is good, that on paragraphs included. */
  feedback_good_all?: boolean | null;
  /** Whether any of it is. */
  feedback_good_any?: boolean | null;
  /** The newest 100 feedback, newest first. */
  feedback?: readonly ActivityFeedback[] | null;
  /** The model that answered. */
  model?: string | null;
  /** Names of the strategies of the request. */
  rag_strategies_names?: readonly string[] | null;
  /** Strategies of the request; null also when they have more than 16,384 characters of JSON. */
  rag_strategies?: readonly object[] | null;
  /**
   * Code of how the answer ended: `0` with an answer, `-1` with a failure of the model, `-2` because the results
   * do not answer the question, `-3` because nothing was found; null when the caller hung up before.
   */
  status?: string | null;
  /** Milliseconds from asking the model to the first piece of the answer. */
  generative_answer_first_chunk_time?: number | null;
  /** Milliseconds from asking the model to the first piece of its reasoning. */
  generative_reasoning_first_chunk_time?: number | null;
  /** Milliseconds from asking the model to the end of the answer. */
  generative_answer_time?: number | null;
  /** One object with the scores of the answer, as `remi/query` has them; null before it is scored. */
  remi_scores?: readonly RecordedScores[] | null;
  /**
   * The request as it came, without what other fields say (`query`, `chat_history`, `audit_metadata`) and without
   * images; null when the rest has more than 32,768 characters of JSON.
   */
  user_request?: object | null;
  /** The reasoning of the model before its answer, at most the first 32,768 characters. */
  reasoning?: string | null;
}
