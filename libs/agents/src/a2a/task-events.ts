import type { InteractionFrame } from '@lectern/contracts/agents';
import type { RunningTask } from './a2a-tasks';
import { isEnded, taskOf, updatesOf } from './task-frames';

/** Frames of a task up to its end, or to a question. */
export async function* untilHalt({ frames }: RunningTask): AsyncGenerator<InteractionFrame> {
  for await (const frame of frames()) {
    yield frame;
    if (frame.feedback || isEnded([frame])) return;
  }
}

/** Events about a task, in the JSON of version 1.0. @param begun frames that were there before */
export async function* taskEvents(running: RunningTask, begun: readonly InteractionFrame[]): AsyncGenerator<object> {
  const { id, contextId } = running;
  const place = () => ({ id, contextId, now: new Date() });
  yield { task: taskOf(begun, place()) };
  let isFirstPiece = true;
  for await (const frame of untilHalt(running)) {
    yield* updatesOf(frame, place(), isFirstPiece);
    const { streaming_response_chunk: piece } = frame;
    if (piece) isFirstPiece = piece.last;
  }
}
