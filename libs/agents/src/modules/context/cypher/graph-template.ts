import type { GraphSchema } from '@lectern/foreign-databases';
import { foldText } from '@lectern/text';
import { AskedStems, COUNTING } from '../../query/asked-names';

const VALUE_CHARS_MAX = 200;

/**
 * A query in Cypher that a rule makes: it counts or lists the nodes of a label that the question names, those with
 * values in quotes that it names.
 */
export function graphTemplate(question: string, { labels }: GraphSchema, rowsMax: number): string | undefined {
  const asked = new AskedStems(question);
  const named = labels.find(({ label }) => asked.names(label));
  if (!named) return undefined;
  const quoted = (name: string) => `\`${name.replaceAll('`', '``')}\``;
  const values = [...question.matchAll(/"([^"]{1,200})"/g)].map(([, value = '']) => value);
  const conditions = values
    .filter((value) => value.length <= VALUE_CHARS_MAX && !/[\\']/.test(value))
    .map((value) => `(${named.properties.map(({ name }) => `n.${quoted(name)} = '${value}'`).join(' OR ')})`)
    .filter((condition) => condition !== '()');
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  const match = `MATCH (n:${quoted(named.label)})${where}`;
  if (COUNTING.test(foldText(question))) return `${match} RETURN count(n) AS ${quoted(`number of ${named.label}`)}`;
  const wanted = named.properties.filter(({ name }) => asked.names(name));
  const shown = (wanted.length === 0 ? named.properties : wanted).map(
    ({ name }) => `n.${quoted(name)} AS ${quoted(name)}`,
  );
  return `${match} RETURN ${shown.join(', ')} LIMIT ${rowsMax}`;
}
