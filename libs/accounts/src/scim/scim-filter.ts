import { scimError } from '@lectern/contracts/accounts';
import { type Filter, parse } from 'scim2-parse-filter';

const FILTER_CHARS_MAX = 2_048;
const DEPTH_MAX = 16;
const CONDITIONS_MAX = 64;

/**
 * A filter of SCIM as a tree.
 *
 * @throws AppError `bad_request` (`invalidFilter`) for one that is not valid, or too large
 */
export function readFilter(text: string): Filter {
  if (text.length > FILTER_CHARS_MAX) throw invalidFilter(`A filter has at most ${FILTER_CHARS_MAX} characters`);
  // The parser and all that walk the tree call themselves for each level.
  if (depthOf(text) > DEPTH_MAX) throw invalidFilter(`A filter is nested at most ${DEPTH_MAX} levels deep`);
  let filter: Filter;
  try {
    filter = parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : '';
    throw invalidFilter(`The filter cannot be read: ${reason}`);
  }
  if (conditionsOf(filter) > CONDITIONS_MAX) throw invalidFilter(`A filter has at most ${CONDITIONS_MAX} conditions`);
  return filter;
}

export function invalidFilter(message: string) {
  return scimError('invalidFilter', message);
}

/** Brackets that are open at once, and negations in a row, outside texts. */
function depthOf(text: string): number {
  const bare = text.replace(/"(?:[^"\\]|\\.)*"/g, '');
  let [open, deepest, negations] = [0, 0, 0];
  for (const [token] of bare.matchAll(/[([\])]|[^\s()[\]]+/g)) {
    if (token === '(' || token === '[') deepest = Math.max(deepest, ++open);
    else if (token === ')' || token === ']') open -= 1;
    else if (token.toLowerCase() === 'not') negations += 1;
  }
  return deepest + negations;
}

function conditionsOf(filter: Filter): number {
  if (filter.op === 'and' || filter.op === 'or') return filter.filters.reduce((sum, one) => sum + conditionsOf(one), 0);
  if (filter.op === 'not') return conditionsOf(filter.filter);
  return filter.op === '[]' ? conditionsOf(filter.valFilter) : 1;
}
