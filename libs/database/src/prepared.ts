import { createHash } from 'node:crypto';
import { statementsSent } from '@lectern/runtime';
import { Client, type ClientConfig } from 'pg';

const MARK = '/* prepared */ ';
const names = new Map<string, string>();

/**
 * Marks a statement for Postgres to parse and plan once per connection instead of each time. Only for constant text:
 * each text stays in memory, here and in the server. Its plan must not depend on the values.
 */
export function prepared(sql: string): string {
  return sql.startsWith(MARK) ? sql : MARK + sql;
}

/** A client for pools that prepares marked statements. */
export class PreparingClient extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    // Keeps the method's overloads, which an override would have to repeat.
    this.query = new Proxy(this.query, {
      apply: (query, client, [statement, ...rest]: unknown[]) => {
        statementsSent.inc();
        return Reflect.apply(query, client, [withName(statement), ...rest]);
      },
    });
  }
}

function withName(statement: unknown): unknown {
  if (typeof statement !== 'string' || !statement.startsWith(MARK)) return statement;
  const name = names.get(statement) ?? createHash('sha1').update(statement).digest('base64url');
  names.set(statement, name);
  return { name, text: statement };
}
