import { type ResourceStatus, resourceStatuses } from '@lectern/contracts/knowledge-box';

const orders = ['created', 'modified', 'title'] as const;
/** Order of the table. */
export type ListOrder = (typeof orders)[number];

/** Which resources the table shows, as the address of the page says it; absent members do not restrict. */
export interface ListSearch {
  readonly q?: string;
  readonly status?: ResourceStatus;
  /** Media type, `application/pdf`. */
  readonly kind?: string;
  /** `{labelset}/{label}` */
  readonly label?: string;
  readonly hidden?: boolean;
  readonly sort?: ListOrder;
  readonly order?: 'asc';
  /** From 1. */
  readonly page?: number;
}

/** Reads the address; invalid parts count as absent. */
export function listSearch(given: Record<string, unknown>): ListSearch {
  const { hidden, page } = given;
  return defined({
    q: textOf(given['q']),
    status: resourceStatuses.find((status) => status === given['status']),
    kind: textOf(given['kind']),
    label: textOf(given['label']),
    hidden: typeof hidden === 'boolean' ? hidden : undefined,
    sort: orders.find((order) => order === given['sort']),
    order: given['order'] === 'asc' ? ('asc' as const) : undefined,
    page: typeof page === 'number' && Number.isInteger(page) && page > 1 ? page : undefined,
  });
}

/** Numbers in an address are read as numbers, although somebody may look for them. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

function defined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // Without the absent members, which addresses would show as empty ones.
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
