import { clausesOf } from '@lectern/language';
import { detectLanguage, splitSentences } from '@lectern/text';

const QUESTION_END = /[?？؟]["'’”»)\]）」』】]*$/u;

/**
 * The questions in a text: each sentence that ends with a question mark, with the statements before it, and each clause
 * of it that asks something of its own. Statements after the last question belong to that.
 */
export function questionParts(text: string): readonly string[] {
  const { language } = detectLanguage(text);
  const groups: string[] = [];
  let statements: string[] = [];
  for (const { text: sentence } of splitSentences(text, language)) {
    statements.push(sentence);
    if (!QUESTION_END.test(sentence)) continue;
    groups.push(statements.join(' '));
    statements = [];
  }
  if (statements.length > 0) groups.push([groups.pop() ?? '', ...statements].join(' ').trim());
  return groups.flatMap((group) => clausesOf(group, language));
}
