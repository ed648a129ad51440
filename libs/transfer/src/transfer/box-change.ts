import type { Bus } from '@lectern/bus';
import { accessChanged } from '@lectern/contracts/core';
import { knowledgeBoxChanged } from '@lectern/contracts/knowledge-box';
import { onCommit } from '@lectern/database';
import type { KnowledgeBoxRepository } from '@lectern/resource-store';
import type { EntityManager } from 'typeorm';

/** Once the transaction is committed, all processes read the box anew. */
export function publishBoxChange(
  kbid: string,
  { boxes, bus }: { readonly boxes: KnowledgeBoxRepository; readonly bus: Bus },
  tx: EntityManager,
): void {
  onCommit(tx, () => {
    boxes.invalidate(kbid);
    bus.publish(accessChanged, { kbid });
    bus.publish(knowledgeBoxChanged, { kbid });
  });
}
