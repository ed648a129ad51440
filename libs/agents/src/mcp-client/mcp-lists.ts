import { LRUCache } from 'lru-cache';
import { type McpPrompt, type McpTool } from '../engine/mcp-source';
import { LISTED_MAX } from './mcp-contents';
import type { McpRequest } from './mcp-connection';

/** How long lists are kept. */
const KEPT_MS = 5 * 60_000;
const LISTS_MAX = 2_000;
/** Characters of all lists of a process. */
const KEPT_CHARS_MAX = 32 * 1024 ** 2;
const PAGES_MAX = 20;
/** Characters of the JSON of one list. */
const LIST_CHARS_MAX = 1_000_000;

/** What a server lists. */
export type Listed = readonly McpTool[] | readonly McpPrompt[];

/** Lists of servers, each for one driver as it is configured, and for whom it lists them. */
export class McpLists {
  private readonly kept = new LRUCache<string, Listed>({
    max: LISTS_MAX,
    maxSize: KEPT_CHARS_MAX,
    sizeCalculation: (list) => JSON.stringify(list).length + 1,
    ttl: KEPT_MS,
  });
  private readonly coming = new Map<string, Promise<Listed>>();

  /** One that is kept, or comes already; otherwise what `read` reads. @throws what `read` throws */
  async get<T extends Listed>(key: string, read: () => Promise<T>): Promise<T> {
    // One key has one kind of list.
    const known = (this.kept.get(key) ?? this.coming.get(key)) as T | Promise<T> | undefined;
    if (known) return known;
    const coming = read();
    this.coming.set(key, coming);
    try {
      const list = await coming;
      this.kept.set(key, list);
      return list;
    } finally {
      this.coming.delete(key);
    }
  }

  forget(key: string): void {
    this.kept.delete(key);
  }
}

/**
 * All pages of a list, within limits: a server may go on for ever.
 *
 * @param request asks for a page @throws what `request` throws
 */
export async function allPages<T extends { readonly name: string }>(
  method: 'tools/list' | 'prompts/list',
  itemOf: (value: unknown) => T | undefined,
  request: (page: McpRequest) => Promise<Readonly<Record<string, unknown>>>,
): Promise<readonly T[]> {
  const items = new Map<string, T>();
  const cursors = new Set<string>();
  let cursor: string | undefined;
  let chars = 0;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const result = await request({ method, params: { ...(cursor !== undefined && { cursor }) } });
    const listed: unknown = result[method === 'tools/list' ? 'tools' : 'prompts'];
    for (const value of Array.isArray(listed) ? listed : []) {
      const item = itemOf(value);
      if (!item || items.has(item.name)) continue;
      chars += JSON.stringify(item).length;
      if (items.size === LISTED_MAX || chars > LIST_CHARS_MAX) return [...items.values()];
      items.set(item.name, item);
    }
    const { nextCursor: next } = result;
    if (typeof next !== 'string' || next === '' || cursors.has(next)) break;
    cursors.add(next);
    cursor = next;
  }
  return [...items.values()];
}
