/** Words that begin a question inside another one, after a comma, a conjunction or a question mark; by ISO 639-1. */
const asking: Readonly<Record<string, string>> = {
  en: '(?:(?:at|by|in|on|for|from|to|within|under|with|since|until|of) )?(?:what|which|who|whom|whose|when|where|why|how)(?![\\p{L}])',
  es: '(?:(?:a|en|de|con|por|para|desde|hasta) )?(?:qué|cuál(?:es)?|quién(?:es)?|cuándo|dónde|cómo|cuánt[oa]s?)(?![\\p{L}])',
  de: '(?:(?:in|bis|ab|seit|von|mit|für|an|auf|um|zu|innerhalb) )?(?:wie|was|wer|wen|wem|wann|wo|wohin|warum|welche[rnsm]?)(?![\\p{L}])',
  fr: '(?:(?:à|en|de|dans|pour|depuis|avec|sous) )?(?:quel(?:le)?s?|qui|que|quand|où|comment|combien|pourquoi)(?![\\p{L}])',
  it: '(?:(?:a|in|di|da|con|per|entro) )?(?:chi|cosa|quale|quali|quando|dove|come|quant[oaie]|perché)(?![\\p{L}])',
  pt: '(?:(?:a|em|de|com|por|para) )?(?:quem|que|qual|quais|quando|onde|como|quant[oa]s?)(?![\\p{L}])',
  nl: '(?:(?:in|op|van|met|voor|binnen) )?(?:wie|wat|wanneer|waar|waarom|hoe|hoeveel|welke?)(?![\\p{L}])',
};
const conjunctions = '(?:and|y|e|und|et|en|&)';
const hanAsks = /什么|谁|哪|几|多少|多[长大久远高]|何时|如何|怎么|为什么|吗|是否|能否/u;
const hanAsking =
  /(?<=[，；、？。]|以及|并且|和)(?=[^，；？。]*(?:什么|谁|哪|几|多少|多[长大久远高]|何时|如何|怎么|为什么))/gu;
const hanEnd = /[；？。]$/;
const arabicAsking = /[،؛,]?\s+و(?=(?:كم|متى|أين|ماذا|لماذا)\s)/gu;
const comma = /^,\s+$/;
const limits = { clausesMax: 3, clauseCharactersMin: 6, charactersMax: 2_000 };

/** Splits a question: "When was it built, and who paid for it?" has two clauses. Returns one if there is no other. */
export function clausesOf(question: string, language: string): string[] {
  if (question.length > limits.charactersMax) return [question];
  const parts = questionParts(question, language);
  const clauses = parts.filter((part) => part.length >= (language === 'zh' ? 3 : limits.clauseCharactersMin));
  if (clauses.length !== parts.filter((part) => part !== '').length || clauses.length > limits.clausesMax)
    return [question];
  return clauses.length > 1 ? clauses : [question];
}

function questionParts(question: string, language: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { index, 0: separator } of question.matchAll(separatorFor(language))) {
    const before = question.slice(from, index);
    if (introduces(before, separator, language)) continue;
    parts.push(before.trim());
    from = index + separator.length;
  }
  return [...parts, question.slice(from).trim()];
}

/**
 * "Besides the mill, what …", "在 2009 年，…": the part before a comma is no question, and belongs to the one after it.
 */
function introduces(before: string, separator: string, language: string): boolean {
  if (language === 'zh') return !hanEnd.test(before) && !hanAsks.test(before);
  return comma.test(separator) && !new RegExp(`(?<![\\p{L}])${beginsIn(language)}`, 'iu').test(before);
}

function separatorFor(language: string): RegExp {
  if (language === 'zh') return hanAsking;
  if (language === 'ar') return arabicAsking;
  return new RegExp(
    `(?:[?;]\\s+(?:${conjunctions}\\s+)?|,?\\s+${conjunctions}\\s+|,\\s+)(?=¿?${beginsIn(language)})`,
    'giu',
  );
}

function beginsIn(language: string): string {
  return asking[language] ?? asking.en ?? '';
}
