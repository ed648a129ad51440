import type { CatalogTextQuery } from '@lectern/contracts/knowledge-box';
import { foldedWords, foldText } from '@lectern/text';
import { similarWordPattern } from './similar-word';
import type { Parameters } from './parameters';

/**
 * The condition on a title or slug, for the row `r` of `resources`. The file name counts like the title, with and
 * without its extension.
 */
export function textSql({ field, match, query }: CatalogTextQuery, parameters: Parameters): string {
  if (field === 'slug') {
    const compared = match === 'starts_with' ? 'starts_with(r.slug, $)' : 'r.slug = $';
    return `(${compared.replace('$', parameters.add(query))})`;
  }
  if (match === 'exact') return exactSql(query, parameters);
  if (match === 'words') return wordsSql(foldedWords(foldText(query)), parameters);
  if (match === 'fuzzy') return fuzzySql(foldedWords(foldText(query)), parameters);
  const pattern = foldText(query.replace(/\s+/g, ' ')).replace(/[\\%_]/g, '\\$&');
  // The key has one line per name.
  const [before, after] = [match === 'starts_with' ? '\n' : '', match === 'ends_with' ? '\n' : ''];
  return `(chr(10) || r.title_key || chr(10) LIKE ${parameters.add(`%${before}${pattern}${after}%`)})`;
}

/** As written, independent of folding. */
function exactSql(query: string, parameters: Parameters): string {
  const name = parameters.add(query);
  const isOfFile = `(r.origin ->> 'filename' = ${name} OR (starts_with(r.origin ->> 'filename', ${name} || '.')
    AND substr(r.origin ->> 'filename', length(${name}) + 1) ~ '^\\.[[:alpha:]][[:alnum:]]{0,7}$'))`;
  return `(r.title = ${name} OR coalesce(${isOfFile}, FALSE))`;
}

/** All words in any order. A query without words, such as `!`, matches everything. */
function wordsSql(words: readonly string[], parameters: Parameters): string {
  return words.length === 0 ? 'TRUE' : `(r.title_words @> ${parameters.add([...new Set(words)])}::text[])`;
}

function fuzzySql(words: readonly string[], parameters: Parameters): string {
  const conditions = [...new Set(words)].map((word) => {
    const pattern = similarWordPattern(word);
    if (pattern === undefined) return wordsSql([word], parameters);
    return `EXISTS (SELECT FROM unnest(r.title_words) AS word WHERE word ~ ${parameters.add(pattern)})`;
  });
  return conditions.length === 0 ? 'TRUE' : `(${conditions.join(' AND ')})`;
}
