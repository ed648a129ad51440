/** What begins a question inside another one, after a comma, a conjunction or a question mark; by ISO 639-1. */
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
const hanAsking =
  /(?<=[，；、？。]|以及|并且|和)(?=[^，；？。]*(?:什么|谁|哪|几|多少|多[长大久远高]|何时|如何|怎么|为什么))/u;
const arabicAsking = /[،؛,]?\s+و(?=(?:كم|متى|أين|ماذا|لماذا)\s)/u;
const limits = { clausesMax: 3, clauseCharactersMin: 6, charactersMax: 2_000 };

/** The questions in one: "When was it built, and who paid for it?" has two. One where there is no other. */
export function clausesOf(question: string, language: string): string[] {
  if (question.length > limits.charactersMax) return [question];
  const parts = question.split(separatorFor(language)).map((part) => part.trim());
  const clauses = parts.filter((part) => part.length >= (language === 'zh' ? 3 : limits.clauseCharactersMin));
  if (clauses.length !== parts.filter((part) => part !== '').length || clauses.length > limits.clausesMax)
    return [question];
  return clauses.length > 1 ? clauses : [question];
}

function separatorFor(language: string): RegExp {
  if (language === 'zh') return hanAsking;
  if (language === 'ar') return arabicAsking;
  const begins = asking[language] ?? asking.en;
  return new RegExp(`(?:[?;]\\s+(?:${conjunctions}\\s+)?|,?\\s+${conjunctions}\\s+|,\\s+)(?=¿?${begins})`, 'iu');
}
