import type { QueryRows, TableInfo } from './sql-session';

/** What the process of a file is asked. */
export type SqliteRequest =
  | { readonly kind: 'tables' }
  | { readonly kind: 'query'; readonly statement: string; readonly rowsMax: number; readonly bytesMax: number };

/** What it says. */
export type SqliteAnswer =
  | { readonly ready: true }
  | { readonly rows: QueryRows }
  | { readonly tables: readonly TableInfo[] }
  | { readonly tooMuch: true }
  | { readonly problem: string; readonly isAboutNames: boolean };
