/** What a question asks for, as far as its words say so. */
export type AnswerKind = 'person' | 'place' | 'time' | 'number' | 'reason' | 'name' | 'other';

/**
 * Tested in order, the first that matches counts. Question words of the languages that are frequent; a question in any
 * other asks for something unknown, which costs only the evidence of the answer's kind.
 */
const patterns: readonly (readonly [AnswerKind, RegExp])[] = [
  ['time', /\b(when|what (year|date|day|month|century|decade|time|period)|which (year|date|day|month|century|decade)|in what year|how long ago|since when|what years?)\b/],
  ['number', /\b(how (many|much|long|old|tall|far|high|large|big|deep|fast|wide|often)|what (percentage|percent|number|amount|portion|proportion|fraction|population|age|temperature|distance|price|cost|size|length|height|width|speed|rate)|which (percentage|number))\b/],
  ['person', /\b(who|whom|whose|what (person|man|woman|king|queen|president|author|scientist|leader|actor|actress|singer|director|player|emperor|ruler|physicist|mathematician)|which (person|man|woman|king|queen|president|author|scientist|leader|player))\b/],
  ['place', /\b(where|(what|which) (city|country|state|place|town|region|continent|river|county|province|location|area|stadium|island|street|building|nation))\b/],
  ['reason', /\b(why|what (caused|causes|was the (reason|cause)|is the (reason|cause))|how come|for what reason)\b/],
  ['name', /\b((what|which) (is|was|were|are) the names?|(what|which) (company|organization|organisation|team|university|school|book|film|movie|group|church|party|act|treaty|war|battle|language|program|project|family|tribe|type|kind))\b/],
  ['time', /(\b(cuándo|cuando|en qué (año|fecha|siglo|mes)|qué (año|fecha)|quand|en quelle année|quelle (année|date)|à quelle (date|époque)|wann|seit wann|in welchem jahr|welches jahr|quando|in che anno|quale anno|em que ano|qual ano|wanneer|in welk jaar|когда|в каком году|ne zaman|kiedy)(?!\p{L}))|什么时候|何时|哪一?年|几月|いつ|何年|언제|متى|(في )?أي (عام|سنة)|कब|किस (वर्ष|साल)/u],
  ['number', /((?<!\p{L})(cuánt[oa]s?|qué (porcentaje|cantidad|número)|combien|quel (pourcentage|nombre|montant|âge)|wie ?(viele?|lange?|hoch|groß|alt|weit|oft)|welcher (anteil|prozentsatz)|quant[oiae]s?|qual (a )?(percentagem|número)|hoeveel|сколько|kaç|ile)(?!\p{L}))|多少|几[个名次种位年岁]|多[大长高远久]|いくつ|何人|何[個本回]|얼마|몇|كم|कितन[ाेी]/u],
  ['person', /((?<!\p{L})(quién(es)?|qui est-ce qui|(à |de |avec |par )?qui(?= )|wer|wen|wem|wessen|chi|quem|wie is|кто|кого|кому|kim|kto)(?!\p{L}))|谁|哪[位名个]人|誰|누구|(^|\s)من(?= (هو|هي|الذي|كان|قام))|किस(ने|के|की|े)|कौन/u],
  ['place', /((?<!\p{L})(d[óo]nde|adónde|en qué (ciudad|país|lugar|estado)|où|dans quel(le)? (ville|pays|région)|wo|wohin|woher|in welche[rm] (stadt|land|ort)|dove|in quale (città|paese)|onde|waar|где|куда|откуда|nerede|gdzie)(?!\p{L}))|哪里|哪儿|在哪|哪个(城市|国家|地方|州)|どこ|어디|أين|कहाँ|कहां/u],
  ['reason', /((?<!\p{L})(por qué|pourquoi|warum|weshalb|wieso|perché|por que|waarom|почему|зачем|neden|dlaczego)(?!\p{L}))|为什么|为何|なぜ|왜|لماذا|क्यों/u],
];

/** @param question in lower case */
export function answerKindOf(question: string): AnswerKind {
  return patterns.find(([, pattern]) => pattern.test(question))?.[0] ?? 'other';
}
