import { type FrameContent, type frameOperations, frameOf, type InteractionFrame } from '@lectern/contracts/agents';

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
    const ids = { original_question_uuid: this.question, actual_question_uuid: this.question };
    return frameOf(operation, this.next++, { ...ids, ...content });
  }
}
