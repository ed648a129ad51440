import type { McpProgress } from '../../../engine/mcp-source';
import type { ModuleRun } from '../../../engine/module-run';

/** Frames of one call. */
const FRAMES_MAX = 100;
const PAUSE_MS = 250;
const CHARS_MAX = 500;

/** Tells how far a call of a tool is, not too often. */
export function progressOf(tool: string, { tell, signal }: ModuleRun): (progress: McpProgress) => void {
  let frames = 0;
  let lastMs = -PAUSE_MS;
  return ({ progress, total, message }) => {
    const now = performance.now();
    if (frames >= FRAMES_MAX || now - lastMs < PAUSE_MS || signal.aborted) return;
    frames += 1;
    lastMs = now;
    const share = total === undefined ? `${progress}` : `${progress} of ${total}`;
    const text = [`${tool}: ${share}`, message].filter(Boolean).join(' – ').slice(0, CHARS_MAX);
    // A reader who is gone ends the run.
    tell(text, { function: tool, progress, ...(total !== undefined && { total }) }).catch(() => undefined);
  };
}
