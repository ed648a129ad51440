export { analysedOnce, analysedSoFar } from './analysed-texts';
export { analyze, type AnalyzedText, languageCode } from './analysis';
export {
  codePointLength,
  CodePointMap,
  codePointSlicer,
  sliceCodePoints,
  type Span,
  type TextSpan,
} from './code-points';
export { csvLine } from './csv';
export { highlight, type HighlightOptions, type InexactWord, isOneEditApart } from './highlight';
export { foldedWords, foldName, foldText } from './fold';
export {
  type DetectedLanguage,
  detectLanguage,
  type LanguageOptions,
  languageScores,
  RELIABLE_CONFIDENCE,
} from './language';
export {
  GIVEN_PARAGRAPH_CHARS_MAX,
  PARAGRAPH_CHARS_AIMED,
  PARAGRAPH_CHARS_MAX,
  type ParagraphOptions,
  splitParagraphs,
} from './paragraph';
export {
  type ParsedQuery,
  parseQuery,
  QUERY_TERMS_MAX,
  type Synonyms,
  TERM_REPEATS_MAX,
  withoutExclusions,
} from './query';
export { type QueryClause, queryClauses } from './query-clauses';
export { splitSentences } from './sentence';
export { knownStems, sentencesOnce, stemsOnce, wordsOfSentence, wordsOnce } from './sentence-words';
export { compareTexts } from './text-order';
export { countTokens, fitsTokens, textWithinTokens } from './tokens';
export { stemPositions, type StemPositions, stems, type Word, words } from './word';
