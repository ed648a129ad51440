import { Is } from '../../validation/decorators';
import { jsonWithin } from '../../validation/json-bounds';
import { listOf, mapOf, ruled, text } from '../../validation/node';
import { codePoints } from '../../validation/scalars';
import { SYNONYM_CHARS_MAX, SYNONYM_TERMS_MAX, SYNONYMS_JSON_CHARS_MAX, SYNONYMS_PER_TERM_MAX } from '../limits';

const synonyms = mapOf(listOf(text({ minLength: 1, maxLength: SYNONYM_CHARS_MAX }), { max: SYNONYMS_PER_TERM_MAX }), {
  keyRules: [termProblem],
  sizeMax: SYNONYM_TERMS_MAX,
});
const bounded = ruled(synonyms, jsonWithin({ depthMax: 2, charsMax: SYNONYMS_JSON_CHARS_MAX }));

/** The custom synonyms of a knowledge box, which replace those that it has. */
export class CustomSynonymsPayload {
  /**
   * Words or phrases by term. A search with `with_synonyms` looks for them, too, when its query has the term as a word,
   * letters in the same case. At most 5,000 terms, 50 synonyms each, and 400,000 characters of JSON.
   */
  @Is(() => bounded) synonyms!: Record<string, string[]>;
}

/** The custom synonyms of a knowledge box. */
export class CustomSynonyms {
  /** Words or phrases by term; may be empty. */
  synonyms!: Readonly<Record<string, readonly string[]>>;
}

function termProblem(term: string): string | undefined {
  if (term === '') return 'a term is not empty';
  return codePoints(term) > SYNONYM_CHARS_MAX ? `a term has at most ${SYNONYM_CHARS_MAX} characters` : undefined;
}
