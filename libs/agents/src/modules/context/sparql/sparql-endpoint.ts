import type { SparqlConfig } from '@lectern/contracts/agents';
import { AppError, isObject } from '@lectern/contracts/core';
import type { ModuleRun } from '../../../engine/module-run';
import { cutTextAt, listAt, objectAt } from '../../provider-api/foreign-json';
import { callProvider } from '../../provider-api/provider-api';

const COLUMNS_MAX = 50;
const CELL_CHARS_MAX = 2_000;
const NAME_CHARS_MAX = 200;

/** Values of a row by column. */
export type GraphRow = Readonly<Record<string, string>>;

/** The result of a query: rows, or for ASK one truth value. */
export interface GraphResult {
  readonly columns: readonly string[];
  readonly rows: readonly GraphRow[];
}

/**
 * Sends a query that was checked. Servers take no updates by this protocol: those would be another parameter.
 *
 * @throws AppError `invalid_request` when the server refuses the query, and the others of `callProvider`
 */
export async function queryGraph(
  config: SparqlConfig,
  { query, rowsMax }: { readonly query: string; readonly rowsMax: number },
  run: ModuleRun,
): Promise<GraphResult> {
  const { url, username, password, headers, timeout } = config;
  const basic = username ? Buffer.from(`${username}:${password ?? ''}`).toString('base64') : undefined;
  const answer = await callProvider(
    {
      provider: `The graph at ${new URL(url).host}`,
      url: new URL(url),
      method: 'POST',
      headers: {
        ...headers,
        ...(basic && { authorization: `Basic ${basic}` }),
        accept: 'application/sparql-results+json',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ query }).toString(),
      secrets: [...Object.values(headers), ...(password ? [password] : []), ...(basic ? [basic] : [])],
      timeoutMs: timeout * 1_000,
    },
    run,
  );
  const { boolean: holds } = objectAt(answer);
  if (typeof holds === 'boolean') return { columns: ['answer'], rows: [{ answer: String(holds) }] };
  const results = objectAt(answer)['results'];
  if (!isObject(results))
    throw new AppError('unavailable', `The graph at ${new URL(url).host} answered without results`);
  const columns = listAt(objectAt(answer, 'head'), 'vars', COLUMNS_MAX).flatMap(
    (name) => cutTextAt({ name }, 'name', NAME_CHARS_MAX) ?? [],
  );
  const rows = listAt(results, 'bindings', rowsMax).map((binding) =>
    Object.fromEntries(
      columns.map((name) => [name, cutTextAt(objectAt(binding, name), 'value', CELL_CHARS_MAX) ?? '']),
    ),
  );
  return { columns, rows };
}
