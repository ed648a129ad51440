import { answerMessages } from '@lectern/workers';
import { fieldRows } from './field-rows';
import { messageHead, readBatch } from './partition-batch';
import type { PartitionAnswer, PartitionRequest } from './partition-message';

answerMessages((request: PartitionRequest): PartitionAnswer => {
  try {
    if (request.kind === 'head') return messageHead(request.metadata, request.columns);
    const batch = readBatch(request);
    if ('problem' in batch) return batch;
    return request.kind === 'check' ? { rowCount: batch.numRows } : fieldRows(batch, request.from);
  } catch {
    return { problem: 'it is damaged' };
  }
});
