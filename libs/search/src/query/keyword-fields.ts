import { visibilityFilter } from '@lectern/filters';
import { AppError, type IndexFilter, invalidQuery, type Visibility } from '@lectern/contracts/core';
import type { Keywords } from '@lectern/filters';
import { KeywordIndex } from '@lectern/keyword-index';
import { analyze } from '@lectern/text';
import { Injectable } from '@nestjs/common';

/** Words and phrases per request; each one is a search. */
const KEYWORDS_MAX = 10;
const PHRASE_WORDS_MAX = 32;
/** Maximum number of paragraphs that contain a word. */
const PARAGRAPHS_MAX = 5_000;
/** Maximum number of distinct field ids for all words together: a limit on conditions in the engines. */
const FIELD_IDS_MAX = 400;

/** Finds fields whose text contains a word or phrase. */
@Injectable()
export class KeywordFields {
  constructor(private readonly index: KeywordIndex) {}

  /**
   * Searches only visible resources; the others are filtered out anyway.
   *
   * @throws AppError `invalid_query` for words that cannot be searched or that match too many paragraphs; `unavailable`
   */
  async of(kbid: string, keywords: readonly string[], visibility: Visibility): Promise<Keywords> {
    if (keywords.length > KEYWORDS_MAX)
      throw invalidQuery('keyword', `A request has at most ${KEYWORDS_MAX} different words and phrases`);
    const found = new Map<string, readonly string[]>();
    for (const keyword of keywords) found.set(keyword, await this.fieldsOf(kbid, keyword, visibility));
    const ids = new Set(
      [...found].flatMap(([keyword, fields]) => fields.map((field) => `${keyword}${field.slice(32)}`)),
    );
    if (ids.size > FIELD_IDS_MAX)
      throw invalidQuery('keyword', `Fields of more than ${FIELD_IDS_MAX} different ids have the words; narrow it`);
    return new Map([...found].map(([keyword, fields]): [string, IndexFilter] => [keyword, { resourceFields: fields }]));
  }

  private async fieldsOf(kbid: string, keyword: string, visibility: Visibility): Promise<readonly string[]> {
    const phrase = analyze(keyword, '').words.split(' ').filter(Boolean);
    if (phrase.length === 0) throw invalidQuery('keyword', `There is no word in '${keyword}'`);
    if (phrase.length > PHRASE_WORDS_MAX)
      throw invalidQuery('keyword', `A phrase has at most ${PHRASE_WORDS_MAX} words`);
    const filter = { all: visibilityFilter(visibility) };
    const query = { terms: [], phrases: [phrase], excluded: [], filter, limit: PARAGRAPHS_MAX };
    const { hits, more } = await this.search(kbid, query);
    if (more) throw invalidQuery('keyword', `More than ${PARAGRAPHS_MAX} paragraphs have '${keyword}'; narrow it`);
    return [...new Set(hits.map(({ id }) => id.split('/').slice(0, 3).join('/')))];
  }

  /** A filter that cannot be evaluated must not be dropped. */
  private async search(...given: Parameters<KeywordIndex['search']>): ReturnType<KeywordIndex['search']> {
    try {
      return await this.index.search(...given);
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw new AppError(
        'unavailable',
        'The words of the filter could not be looked up. Please try again.',
        {},
        { cause: error },
      );
    }
  }
}
