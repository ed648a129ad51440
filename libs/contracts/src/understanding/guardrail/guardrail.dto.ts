import { IsString, Matches, MaxLength, MinLength } from 'class-validator';
import type { Predicted } from '../../prediction/prediction-answer';
import type { PredictionOrigin } from '../../prediction/prediction.dto';

const CONTENT_CHARS_MAX = 100_000;

/** A text to judge by a content policy. */
export class ContentToJudge {
  /** The text. */
  @IsString() @MinLength(1) @MaxLength(CONTENT_CHARS_MAX) content!: string;
  /** Id of a policy of the account. */
  @IsString() @Matches(/^[0-9a-fA-F-]{32,36}$/) policy_id!: string;
}

/** Verdict of a policy on a text. */
export interface Judgement {
  /** Whether the score reaches the threshold. */
  readonly flagged: boolean;
  /** Id of the policy. */
  readonly policy_id: string;
  /** How sure the model is that the text is what the policy describes, 0..1. */
  readonly score: number;
  /** From which score on a text is flagged. */
  readonly threshold: number;
}

/** A judged text, and what judged it. */
export class JudgedContent implements Predicted<Judgement> {
  /** Absent where a client holds the answer: there it is in the response headers. */
  origin?: PredictionOrigin;
  /** Verdict of the policy. */
  answer!: Judgement;
}
