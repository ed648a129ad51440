import type { GraphNode } from '@lectern/contracts/knowledge-box';

const types = ['entity', 'label', 'resource', 'user'] as const;

/** The node that the page is about, as its address says it. */
export interface GraphSearch {
  readonly value?: string;
  /** `entity` when absent. */
  readonly type?: GraphNode['type'];
  /** Family of an entity. */
  readonly group?: string;
}

/** Reads the search of an address; members that are no such texts are left out. */
export function graphSearch({ value, type, group }: Record<string, unknown>): GraphSearch {
  const known = types.find((one) => one === type);
  return {
    // A number in an address arrives as one.
    ...((typeof value === 'string' || typeof value === 'number') && value !== '' && { value: String(value) }),
    ...(known !== undefined && known !== 'entity' && { type: known }),
    ...(typeof group === 'string' && group !== '' && { group }),
  };
}

/** The node that an address names, or undefined. */
export function namedNode({ value, type = 'entity', group = '' }: GraphSearch): GraphNode | undefined {
  return value === undefined ? undefined : { value, type, group };
}

/** The address of a node. */
export function searchOf({ value, type, group }: GraphNode): GraphSearch {
  return graphSearch({ value, type, group });
}
