/** The kind of answer that a question asks for, according to its words. */
export type AnswerKind = 'person' | 'place' | 'time' | 'number' | 'reason' | 'name' | 'other';

/** Patterns for each kind, tested in this order; whole words in scripts with spaces between them. */
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
      'how (many|much|long|old|tall|far|high|large|big|deep|fast|wide|often|heavy|hot|cold|warm|expensive)',
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

/** By ISO 639-1, for frequent languages; for questions in any other, the kind is unknown. */
export const questionWords: Readonly<Record<string, QuestionWords>> = {
  en: english,
  es: [
    ['time', ['cuándo|en qué (año|fecha|siglo|mes|década|época)|qué (año|fecha|día|siglo)|desde cuándo']],
    [
      'number',
      ['cuánt[oa]s?|(qué|cuál (es|era|fue) (el|la)) (porcentaje|cantidad|número|edad|altura|distancia|tamaño)'],
    ],
    ['person', ['quién(es)?|a quién|qué (persona|rey|reina|presidente|autor|científico|jugador|actor|emperador)']],
    ['place', ['a?dónde|(en |a )?qué (ciudad|país|lugar|estado|región|continente|río|isla|provincia)']],
    ['reason', ['por qué|cuál (es|fue|era) (la causa|el motivo|la razón)']],
    ['name', ['cómo se (llama|llaman|llamaba|llamó|denomina)|(qué|cuál (es|era)) (el )?nombre']],
  ],
  fr: [
    ['time', ['quand|en quelle année|quelle (année|date)|à quelle (date|époque)']],
    ['number', ['combien|quel (pourcentage|nombre|montant|âge)|quelle (somme|durée)']],
    ['reason', ['pourquoi']],
    ['place', ['où|dans quel(le)? (ville|pays|région)']],
    ['person', ['qui(?! est-ce que)']],
  ],
  de: [
    ['time', ['wann|seit wann|bis wann|in (welchem|welches) jahr|welches (jahr|datum)|(an )?welchem (tag|datum)']],
    [
      'number',
      [
        'wie ?(viele?|lange?|hoch|groß|alt|weit|oft|schnell|schwer|teuer|tief|breit|häufig)',
        'welche[rnms]? (anteil|prozentsatz|anzahl|zahl|menge|höhe|größe|temperatur|betrag|preis|summe)',
      ],
    ],
    ['person', ['wer|wen|wem|wessen|welche[rnms]? (person|könig|präsident|autor|kaiser|spieler|wissenschaftler)']],
    ['place', ['wo|wohin|woher|(in )?welche[rnms]? (stadt|land|ort|region|staat|kontinent|fluss|gebiet|stadion)']],
    ['reason', ['warum|weshalb|wieso|aus welchem grund']],
    ['name', ['wie (heißt|hieß|heißen|hießen|lautet|nennt|nannte)']],
  ],
  it: [
    ['time', ['quando|in (che|quale) (anno|data)|quale anno']],
    ['number', ['quant[oiae]|quale (percentuale|numero)']],
    ['person', ['chi']],
    ['place', ["dove|dov'è|in quale (città|paese|luogo)"]],
    ['reason', ['perché']],
  ],
  pt: [
    ['time', ['quando|(em )?(que|qual) (ano|data)']],
    ['number', ['quant[oa]s?|qual (é )?(a |o )?(percentagem|porcentagem|número|quantidade)']],
    ['person', ['quem']],
    ['place', ['onde|em que (cidade|país|lugar)']],
    ['reason', ['por que|porquê']],
  ],
  ca: [
    ['time', ['quan|en quin any']],
    ['number', ['quants?|quant(es|a)|quin percentatge']],
    ['person', ['qui']],
    ['place', ['on|en quina ciutat']],
    ['reason', ['per què']],
  ],
  nl: [
    ['time', ['wanneer|in welk jaar|welk jaar']],
    ['number', ['hoeveel|hoe (lang|oud|hoog|groot|ver|vaak|snel|zwaar)|welk percentage']],
    ['person', ['wie|wiens']],
    ['place', ['waar|in welke? (stad|land|plaats)']],
    ['reason', ['waarom']],
  ],
  pl: [
    ['time', ['kiedy|w którym roku|jakim roku']],
    ['number', ['ile|ilu|jaki procent']],
    ['person', ['kto|kogo|komu|kim|czyj']],
    ['place', ['gdzie|dokąd|skąd|w (jakim|którym) (mieście|kraju)']],
    ['reason', ['dlaczego|czemu']],
  ],
  ru: [
    ['time', ['когда|в каком году|в какой день|с какого года']],
    ['number', ['сколько|скольких|какой процент|какова (численность|доля|длина|высота)|насколько']],
    ['person', ['кто|кого|кому|кем|чей|чья|чьё']],
    ['place', ['где|куда|откуда|в как(ом|ой) (городе|стране|месте)']],
    ['reason', ['почему|зачем|по какой причине']],
    ['name', ['как (называется|называют|зовут|назывался|называлась)']],
  ],
  uk: [
    ['time', ['коли|в якому році|у якому році']],
    ['number', ['скільки|який відсоток']],
    ['person', ['хто|кого|кому|ким|чий']],
    ['place', ['де|куди|звідки']],
    ['reason', ['чому|навіщо']],
  ],
  cs: [
    ['time', ['kdy|ve kterém roce|v jakém roce']],
    ['number', ['kolik']],
    ['person', ['kdo|koho|komu|čí']],
    ['place', ['kde|kam|odkud']],
    ['reason', ['proč']],
  ],
  sv: [
    ['time', ['när|vilket år']],
    ['number', ['hur (många|mycket|lång|långt|länge|hög|stor|gammal|ofta|tung)']],
    ['person', ['vem|vems|vilka personer']],
    ['place', ['var|vart|varifrån|i vilken stad|i vilket land']],
    ['reason', ['varför']],
  ],
  da: [
    ['time', ['hvornår|hvilket år']],
    ['number', ['hvor (mange|meget|lang|langt|længe|høj|stor|gammel|ofte|tung)']],
    ['person', ['hvem|hvis']],
    ['reason', ['hvorfor']],
    ['place', ['hvor|hvorfra|hvorhen']],
  ],
  no: [
    ['time', ['når|hvilket år']],
    ['number', ['hvor (mange|mye|lang|langt|lenge|høy|stor|gammel|ofte|tung)']],
    ['person', ['hvem']],
    ['reason', ['hvorfor']],
    ['place', ['hvor|hvorfra|hvorhen']],
  ],
  fi: [
    ['time', ['milloin|koska|minä vuonna']],
    ['number', ['kuinka (monta|paljon|pitkä|vanha|suuri|usein)|montako']],
    ['person', ['kuka|kenen|ketä|kenelle']],
    ['place', ['missä|mihin|mistä']],
    ['reason', ['miksi']],
  ],
  ro: [
    ['time', ['când|în ce an']],
    ['number', ['cât|câtă|câți|câte']],
    ['person', ['cine|cui|pe cine']],
    ['place', ['unde']],
    ['reason', ['de ce']],
  ],
  hu: [
    ['time', ['mikor|melyik évben']],
    ['number', ['hány|mennyi|milyen (hosszú|magas|nagy|gyakran)']],
    ['person', ['ki|kit|kinek|kik']],
    ['place', ['hol|hova|honnan']],
    ['reason', ['miért']],
  ],
  tr: [
    ['time', ['ne zaman|hangi yıl(da)?|kaç yılında']],
    ['number', ['kaç|ne kadar']],
    ['person', ['kim|kimin|kime|kimi']],
    ['place', ['nerede|nereye|nereden']],
    ['reason', ['neden|niçin|niye']],
  ],
  id: [
    ['time', ['kapan|tahun berapa']],
    ['number', ['berapa']],
    ['person', ['siapa']],
    ['place', ['di ?mana|ke ?mana|dari mana']],
    ['reason', ['mengapa|kenapa']],
  ],
  zh: [
    ['time', ['什么时候|何时|[哪那]一?[年天月]|几[月年]|什么(时间|日期|年代)|多久以前|哪个(世纪|年代|时期)']],
    ['number', ['多少|几[个名次种位年岁天层座项]|多[大长高远久快重深宽]|百分之几|比例是|第几']],
    ['person', ['谁|[哪何](位|名)?(人|位)|哪个人|什么人']],
    ['place', ['哪里|哪儿|在哪|何[地处]|(哪|什么)(个|座|些)?(城市|国家|地方|州|省|地区|河|大学|岛)']],
    ['reason', ['为什么|为何|什么原因|原因是什么']],
    ['name', ['什么(名字|名称)|叫什么|哪[家支部本]']],
  ],
  ja: [
    ['time', ['いつ|何[年月日時]']],
    ['number', ['いくつ|いくら|何[人個本回枚歳割]|どれ(くらい|ぐらい|だけ)|何パーセント']],
    ['person', ['誰|だれ']],
    ['place', ['どこ|どの(国|都市|場所)']],
    ['reason', ['なぜ|どうして']],
  ],
  ko: [
    ['time', ['언제|몇 ?(년|월)|어느 해']],
    ['number', ['얼마|몇']],
    ['person', ['누구|누가']],
    ['place', ['어디|어느 (나라|도시)']],
    ['reason', ['왜']],
  ],
  ar: [
    ['time', ['متى|منذ متى|(في )?(أي|أية) (عام|سنة|تاريخ|يوم|شهر|قرن)']],
    ['number', ['[بو]?كم|ما (هي |هو )?(نسبة|النسبة|عدد|مقدار|طول|ارتفاع|متوسط)']],
    ['place', ['أين|من أين|إلى أين|(أي|أية) (مدينة|دولة|بلد|منطقة|مكان|ولاية)']],
    ['reason', ['لماذا|لم|ما سبب|ما (هو )?السبب']],
    // This word means "from" inside a sentence and "who" at its start.
    ['person', ['(?<=^[\\p{P}\\s]*|[،,] ?)(?:و)?(من|لمن)|من (هو|هي|هم|كان|الذي)']],
    ['name', ['ما (هو )?اسم|ماذا (يسمى|تسمى)']],
  ],
  fa: [
    ['time', ['کی|چه (زمانی|وقت|سالی)']],
    ['number', ['چند|چقدر']],
    ['person', ['چه کسی|چه کسانی|کیست']],
    ['place', ['کجا']],
    ['reason', ['چرا']],
  ],
  he: [
    ['time', ['מתי|באיזו שנה']],
    ['number', ['כמה']],
    ['person', ['מי|למי|את מי']],
    ['place', ['איפה|היכן|לאן|מאין']],
    ['reason', ['למה|מדוע']],
  ],
  hi: [
    ['time', ['कब|किस (वर्ष|साल|सन|दिन|तारीख|महीने|सदी|दशक)|कौन से (वर्ष|साल)']],
    ['number', ['कितन[ाेी]|क्या प्रतिशत|कौन सा प्रतिशत']],
    ['place', ['कहाँ|कहां|किस (देश|शहर|स्थान|जगह|राज्य|क्षेत्र)|कौन (सा|से) (देश|शहर|स्थान)']],
    ['person', ['किसने|किसे|किन्होंने|किसक[ाेी]|कौन (था|थे|थी|है|हैं)|कौन(?! [सस][ाेी])']],
    ['reason', ['क्यों|किस कारण']],
    ['name', ['नाम क्या|क्या नाम|किस नाम']],
  ],
};

/** Languages without spaces between words, or with attached endings. */
export const unspaced: ReadonlySet<string> = new Set(['zh', 'ja', 'ko', 'hi']);
