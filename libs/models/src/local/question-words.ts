/** What a question asks for, as far as its words say so. */
export type AnswerKind = 'person' | 'place' | 'time' | 'number' | 'reason' | 'name' | 'other';

/** Patterns of what asks for each kind, tested in this order; whole words where the script has spaces between them. */
export type QuestionWords = readonly (readonly [AnswerKind, readonly string[]])[];

const english: QuestionWords = [
  [
    'time',
    [
      'when|since when|how long ago|what years?|in what year',
      '(what|which) (year|date|day|month|century|decade|time|period)',
    ],
  ],
  [
    'number',
    [
      'how (many|much|long|old|tall|far|high|large|big|deep|fast|wide|often)',
      '(what|which) (percentage|percent|number|amount|portion|proportion|fraction|population|age|temperature)',
      'what (distance|price|cost|size|length|height|width|speed|rate)',
    ],
  ],
  [
    'person',
    [
      'who|whom|whose',
      '(what|which) (person|man|woman|king|queen|president|author|scientist|leader|actor|actress|singer)',
      '(what|which) (director|player|emperor|ruler|physicist|mathematician)',
    ],
  ],
  [
    'place',
    [
      'where',
      '(what|which) (city|country|state|place|town|region|continent|river|county|province|location|area)',
      '(what|which) (stadium|island|street|building|nation)',
    ],
  ],
  ['reason', ['why|how come|for what reason', 'what (caused|causes|was the (reason|cause)|is the (reason|cause))']],
  [
    'name',
    [
      '(what|which) (is|was|were|are) the names?',
      '(what|which) (company|organi[sz]ation|team|university|school|book|film|movie|group|church|party|act)',
      '(what|which) (treaty|war|battle|language|program|project|family|tribe|type|kind)',
    ],
  ],
];

/** By ISO 639-1. Languages that are frequent; a question in any other asks for something unknown. */
export const questionWords: Readonly<Record<string, QuestionWords>> = {
  en: english,
  es: [
    ['time', ['cuándo|cuando|en qué (año|fecha|siglo|mes)|qué (año|fecha)']],
    ['number', ['cuánt[oa]s?|qué (porcentaje|cantidad|número)']],
    ['person', ['quién(es)?|a quién']],
    ['place', ['a?d[óo]nde|en qué (ciudad|país|lugar|estado)']],
    ['reason', ['por qué']],
  ],
  fr: [
    ['time', ['quand|en quelle année|quelle (année|date)|à quelle (date|époque)']],
    ['number', ['combien|quel (pourcentage|nombre|montant|âge)|quelle (somme|durée)']],
    ['reason', ['pourquoi']],
    ['place', ['où|dans quel(le)? (ville|pays|région)']],
    ['person', ['qui(?! est-ce que)']],
  ],
  de: [
    ['time', ['wann|seit wann|in welchem jahr|welches jahr']],
    ['number', ['wie ?(viele?|lange?|hoch|groß|alt|weit|oft)|welcher (anteil|prozentsatz)']],
    ['person', ['wer|wen|wem|wessen']],
    ['place', ['wo|wohin|woher|in welche[rm] (stadt|land|ort)']],
    ['reason', ['warum|weshalb|wieso']],
  ],
  it: [
    ['time', ['quando|in che anno|quale anno']],
    ['number', ['quant[oiae]|quale percentuale']],
    ['person', ['chi']],
    ['place', ["dove|dov'è|in quale (città|paese)"]],
    ['reason', ['perché']],
  ],
  pt: [
    ['time', ['quando|em que ano|qual ano']],
    ['number', ['quant[oa]s?|qual (a )?(percentagem|porcentagem|número)']],
    ['person', ['quem']],
    ['place', ['onde|em que (cidade|país)']],
    ['reason', ['por que|porquê']],
  ],
  ca: [
    ['time', ['quan|en quin any']],
    ['number', ['quants?|quantes?']],
    ['person', ['qui']],
    ['place', ['on']],
    ['reason', ['per què']],
  ],
  nl: [
    ['time', ['wanneer|in welk jaar']],
    ['number', ['hoeveel|hoe (lang|oud|hoog|groot)']],
    ['person', ['wie']],
    ['place', ['waar']],
    ['reason', ['waarom']],
  ],
  ru: [
    ['time', ['когда|в каком году']],
    ['number', ['сколько']],
    ['person', ['кто|кого|кому|кем']],
    ['place', ['где|куда|откуда']],
    ['reason', ['почему|зачем']],
  ],
  zh: [
    ['time', ['什么时候|何时|哪一?年|几月']],
    ['number', ['多少|几[个名次种位年岁]|多[大长高远久]']],
    ['person', ['谁|哪[位名个]人']],
    ['place', ['哪里|哪儿|在哪|哪个(城市|国家|地方|州)']],
    ['reason', ['为什么|为何']],
  ],
  ja: [
    ['time', ['いつ|何年']],
    ['number', ['いくつ|何[人個本回]|どれくらい']],
    ['person', ['誰']],
    ['place', ['どこ']],
    ['reason', ['なぜ|どうして']],
  ],
  ko: [
    ['time', ['언제']],
    ['number', ['얼마|몇']],
    ['person', ['누구|누가']],
    ['place', ['어디']],
    ['reason', ['왜']],
  ],
  ar: [
    ['time', ['متى|(في )?أي (عام|سنة)']],
    ['number', ['كم']],
    ['place', ['أين']],
    ['reason', ['لماذا']],
    ['person', ['من']],
  ],
  hi: [
    ['time', ['कब|किस (वर्ष|साल)']],
    ['number', ['कितन[ाेी]']],
    ['person', ['किस(ने|के|की)|कौन']],
    ['place', ['कहाँ|कहां']],
    ['reason', ['क्यों']],
  ],
};

/** Written without spaces between words, or with endings that stick to them. */
export const unspaced: ReadonlySet<string> = new Set(['zh', 'ja', 'ko', 'hi']);
