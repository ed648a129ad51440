import { detectLanguage, stemsOnce } from '@lectern/text';
import type { GraphProperty, GraphSchema, GraphTerm } from './graph-schema';

const PROPERTIES_MAX = 5;
const QUESTION_CHARS_MAX = 4_000;
const LABEL = 'http://www.w3.org/2000/01/rdf-schema#label';
const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
/** Questions for a number, in languages of the product. */
const COUNTS =
  /\b(how many|number of|count|wie viele|anzahl|combien|nombre d|cu[aá]nt[oa]s|n[uú]mero de|quant[ie]|quantos|hoeveel)\b/iu;

/**
 * A query for a question that names a class or properties of the graph: how many instances there are, or the instances
 * with the properties that are named. Undefined for other questions.
 */
export function sparqlTemplate(question: string, schema: GraphSchema, rowsMax: number): string | undefined {
  const text = question.slice(0, QUESTION_CHARS_MAX);
  const { language } = detectLanguage(text);
  const asked = new Set(stemsOnce(text, language).filter((stem) => stem !== ''));
  const isNamed = ({ name }: GraphTerm) => {
    const stems = stemsOnce(name, language).filter((stem) => stem !== '');
    return stems.length > 0 && stems.every((stem) => asked.has(stem));
  };
  const type = schema.classes.find(isNamed);
  const named = schema.properties.filter(
    (one) => one.iri !== TYPE && one.iri !== LABEL && isNamed(one) && (!type || one.of === type.iri),
  );
  const properties = named.filter(({ iri }, place) => named.findIndex((one) => one.iri === iri) === place);
  if (!type && properties.length === 0) return undefined;
  const of = type?.iri ?? properties[0]?.of ?? '';
  if (type && properties.length === 0 && COUNTS.test(text))
    return `SELECT (COUNT(DISTINCT ?item) AS ?count) WHERE { ?item a <${of}> } LIMIT 1`;
  return listQuery(of, properties.slice(0, PROPERTIES_MAX), rowsMax);
}

function listQuery(type: string, properties: readonly GraphProperty[], rowsMax: number): string {
  const columns = properties.map((one, place) => ({ one, column: columnOf(one, place) }));
  const values = columns.map(({ one, column }) => `OPTIONAL { ?item <${one.iri}> ?${column} . }`);
  return [
    `SELECT DISTINCT ?item ?label ${columns.map(({ column }) => `?${column}`).join(' ')} WHERE {`,
    `?item a <${type}> . OPTIONAL { ?item <${LABEL}> ?label . }`,
    ...values,
    `} LIMIT ${rowsMax}`,
  ].join('\n');
}

/** A name of a variable, unique by its place. */
function columnOf({ name }: GraphTerm, place: number): string {
  const word = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 40);
  return word === '' || /^(item|label)$/i.test(word)
    ? `value${place + 1}`
    : `${word}${place === 0 ? '' : `_${place + 1}`}`;
}
