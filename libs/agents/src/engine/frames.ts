import { type FrameOperation, frameOperations, InteractionFrame } from '@lectern/contracts/agents';

/** Members of a frame that say something. */
export type FrameContent = Partial<Omit<InteractionFrame, 'seqid'>>;

const silent: Omit<InteractionFrame, 'seqid' | 'operation'> = {
  exception: null,
  answer: null,
  answer_citations: null,
  answer_urls: null,
  agent_request: null,
  generated_text: null,
  step: null,
  possible_answer: null,
  context: null,
  original_question_uuid: null,
  actual_question_uuid: null,
  feedback: null,
  oauth: null,
  data_visualizations: null,
  streaming_response_chunk: null,
  reasoning: null,
};

/** Numbers the frames of one interaction, from 0. */
export class FrameSequence {
  private next = 0;

  /** @param question id of the question that the interaction answers */
  constructor(private readonly question: string) {}

  /** Frames so far. */
  get count(): number {
    return this.next;
  }

  /** The whole frame: members without a value are null. */
  frame(operation: keyof typeof frameOperations, content: FrameContent = {}): InteractionFrame {
    const number: FrameOperation = frameOperations[operation];
    const ids = { original_question_uuid: this.question, actual_question_uuid: this.question };
    return { ...silent, ...ids, ...content, operation: number, seqid: this.next++ };
  }
}
