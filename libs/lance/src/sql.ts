/** A string literal: quotes are doubled, and no other character is special. */
export function sqlText(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** `column IN (…)`; an empty list matches nothing. */
export function sqlIn(column: string, values: Iterable<string>): string {
  const list = [...values].map(sqlText).join(', ');
  return list === '' ? 'false' : `${column} IN (${list})`;
}
