import type { CatalogTextQuery } from '@lectern/contracts/knowledge-box';
import { foldedWords, foldText } from '@lectern/text';
import { similarWordPattern } from './similar-word';
import type { Parameters } from './parameters';

/** What a title or a slug must be like, as a condition on the row `r` of `resources`. */
export function textSql({ field, match, query }: CatalogTextQuery, parameters: Parameters): string {
  if (field === 'slug' || match === 'exact') {
    const compared = match === 'starts_with' ? `starts_with(r.${field}, $)` : `r.${field} = $`;
    return `(${compared.replace('$', parameters.add(query))})`;
  }
  if (match === 'words') return wordsSql(foldedWords(foldText(query)), parameters);
  if (match === 'fuzzy') return fuzzySql(foldedWords(foldText(query)), parameters);
  const pattern = foldText(query).replace(/[\\%_]/g, '\\$&');
  const [before, after] = [match === 'starts_with' ? '' : '%', match === 'ends_with' ? '' : '%'];
  return `(r.title_key LIKE ${parameters.add(`${before}${pattern}${after}`)})`;
}

/** All of them, in any order. A query without a word, such as `!`, finds everything. */
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
