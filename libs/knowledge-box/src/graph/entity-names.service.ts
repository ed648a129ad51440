import { AppError, type IndexFilter, isVisible } from '@lectern/contracts/core';
import type { GraphNamesQuery, GraphNodes, GraphQuery } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { GraphNamesRepository } from './graph-names.repository';
import { GraphRepository } from './graph.repository';
import { Injectable } from '@nestjs/common';
import { BoxNames } from './box-names';
import type { Access } from './name-table';

type IsSeen = (access: Access) => boolean;

/** Finds entities by the beginning of their names, from memory or from the database. */
@Injectable()
export class EntityNames {
  constructor(
    private readonly transactions: Transactions,
    private readonly boxes: BoxNames,
    private readonly names: GraphNamesRepository,
    private readonly graph: GraphRepository,
  ) {}

  /** @throws AppError `invalid_request`, `deadline_exceeded`, `unavailable` */
  async list(query: GraphNamesQuery): Promise<GraphNodes> {
    const { kbid, visibility, filter, beginnings, limit, misspeltTimeoutMs } = query;
    const isKept = filter ? accessCondition(filter) : () => true;
    // No name contains a null byte; the database reports it as an error.
    const isText = !beginnings.some((beginning) => beginning.includes('\0'));
    const table = isText && isKept && (await this.boxes.of(kbid));
    if (!table) return this.read(query);
    const isSeen: IsSeen = (access) => isVisible(access, visibility) && isKept(access);
    const found = table.beginning({ beginnings, limit, isSeen });
    if (found.nodes.length > 0 || misspeltTimeoutMs === undefined) return found;
    return table.misspelt({ beginnings, limit, isSeen });
  }

  private async read(query: GraphNamesQuery): Promise<GraphNodes> {
    const { misspeltTimeoutMs: timeoutMs, beginnings, ...where } = query;
    const found = await this.transactions.run((tx) => this.names.list(query, tx));
    if (found.nodes.length > 0 || timeoutMs === undefined) return found;
    const any = beginnings.map((value): GraphQuery => ({
      node: { type: 'entity', value, match: 'fuzzy' },
      at: 'either',
    }));
    try {
      return await this.transactions.run((tx) => this.graph.nodes({ ...where, query: { any }, timeoutMs }, tx));
    } catch (error) {
      if (error instanceof AppError && error.code === 'deadline_exceeded') return { nodes: [] };
      throw error;
    }
  }
}

/** The visibility condition of a filter; undefined if the filter contains anything else. */
function accessCondition(filter: IndexFilter): IsSeen | undefined {
  if ('all' in filter) {
    const parts = filter.all.map(accessCondition);
    return parts.includes(undefined) ? undefined : (access) => parts.every((part) => part?.(access));
  }
  if ('any' in filter) {
    const parts = filter.any.map(accessCondition);
    return parts.includes(undefined) ? undefined : (access) => parts.some((part) => part?.(access));
  }
  if ('not' in filter) {
    const part = accessCondition(filter.not);
    return part && ((access) => !part(access));
  }
  if ('hidden' in filter) return ({ hidden }) => hidden === filter.hidden;
  if ('visibleTo' in filter) {
    const visibility = { groups: filter.visibleTo, hidden: true };
    return (access) => isVisible(access, visibility);
  }
  return undefined;
}
