import { type KnowledgeBoxNotification, streamNotifications } from '@lectern/contracts/knowledge-box';
import { useEffect } from 'react';
import { api } from '../api/client';
import { type Change, ChangeStream } from './change-stream';

const streams = new Map<string, ChangeStream>();

function changesOf(kbid: string): ChangeStream {
  const known = streams.get(kbid);
  if (known) return known;
  const stream = new ChangeStream((signal) => notifications(kbid, signal));
  streams.set(kbid, stream);
  return stream;
}

async function* notifications(kbid: string, signal: AbortSignal): AsyncIterable<KnowledgeBoxNotification> {
  // Each line is a notification itself, without the member that the operation names it by.
  const lines: AsyncIterable<unknown> = api.stream(streamNotifications, { params: { kbid }, signal });
  for await (const line of lines) if (isNotification(line)) yield line;
}

function isNotification(line: unknown): line is KnowledgeBoxNotification {
  return typeof line === 'object' && line !== null && 'type' in line && 'data' in line;
}

/** At most one look per this time, however fast changes come. */
const AGAIN_MS = 1_000;

/** Calls back soon after changes of a box that are relevant; many changes are one call. */
export function useChanges(kbid: string, isRelevant: (change: Change) => boolean, act: () => void): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = changesOf(kbid).subscribe((change) => {
      if (timer !== undefined || !isRelevant(change)) return;
      timer = setTimeout(() => {
        timer = undefined;
        act();
      }, AGAIN_MS);
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [kbid, isRelevant, act]);
}
