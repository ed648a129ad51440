interface GoldenCase {
  readonly query: string;
  /** Position of the paragraph that answers it. */
  readonly best: number;
}

interface GoldenLanguage {
  readonly language: string;
  readonly paragraphs: readonly string[];
  readonly cases: readonly GoldenCase[];
}

/** Five languages with six paragraphs each, and which paragraph must rank first for which words. */
export const goldenCorpus: readonly GoldenLanguage[] = [
  {
    language: 'en',
    paragraphs: [
      'The moon pulls the sea, and the tides rise and fall twice a day along the coast.',
      'Bakers let the dough rest overnight so that the bread rises slowly and tastes of grain.',
      'A lighthouse keeper trims the lamp every evening and writes the weather into a journal.',
      'Bees dance to tell each other where the flowers are; the angle points to the sun.',
      'The printing press made books cheap, and letters of lead were cast one by one.',
      'Glaciers carve valleys as they move, grinding the rock beneath them into fine flour.',
    ],
    cases: [
      { query: 'what causes tides on the coast', best: 0 },
      { query: 'resting bread dough', best: 1 },
      { query: 'lighthouses and their keepers', best: 2 },
      { query: 'dancing bee', best: 3 },
      { query: 'who cast the lead letters for printing', best: 4 },
      { query: 'valley carved by glacier', best: 5 },
    ],
  },
  {
    language: 'es',
    paragraphs: [
      'La luna atrae el mar y las mareas suben y bajan dos veces al día.',
      'El panadero deja reposar la masa toda la noche para que el pan tenga sabor.',
      'El farero enciende la lámpara cada tarde y anota el tiempo en un cuaderno.',
      'Las abejas bailan para indicar dónde están las flores.',
      'La imprenta abarató los libros y las letras se fundían en plomo.',
      'Los glaciares excavan valles mientras avanzan sobre la roca.',
    ],
    cases: [
      { query: '¿por qué sube la marea?', best: 0 },
      { query: 'masa de pan reposada', best: 1 },
      { query: 'lámparas del farero', best: 2 },
      { query: 'baile de la abeja', best: 3 },
      { query: 'letras de plomo', best: 4 },
      { query: 'glaciar y valle', best: 5 },
    ],
  },
  {
    language: 'de',
    paragraphs: [
      'Der Mond zieht das Meer an, und die Gezeiten steigen und fallen zweimal am Tag.',
      'Der Bäcker lässt den Teig über Nacht ruhen, damit das Brot langsam aufgeht.',
      'Der Leuchtturmwärter zündet jeden Abend die Lampe an und notiert das Wetter.',
      'Bienen tanzen, um einander zu zeigen, wo die Blumen stehen.',
      'Die Druckerpresse machte Bücher billig; Buchstaben wurden aus Blei gegossen.',
      'Gletscher graben Täler, während sie sich über den Fels schieben.',
    ],
    cases: [
      { query: 'wann fallen die Gezeiten', best: 0 },
      { query: 'Teige für Brote', best: 1 },
      { query: 'Leuchtturmwärter und Lampen', best: 2 },
      { query: 'Tanz der Biene und der Blume', best: 3 },
      { query: 'Buchstabe aus Blei', best: 4 },
      { query: 'Fels unter dem Gletscher', best: 5 },
    ],
  },
  {
    language: 'zh',
    paragraphs: [
      '月亮吸引海水，潮汐每天涨落两次。',
      '面包师让面团发酵一整夜，面包才会有麦香。',
      '灯塔看守人每天傍晚点亮灯，并把天气写进日记。',
      '蜜蜂跳舞，告诉同伴花在哪里。',
      '印刷术让书籍变得便宜，铅字一个一个地铸造。',
      '冰川移动时切割山谷，把岩石磨成粉末。',
    ],
    cases: [
      { query: '潮汐和月亮', best: 0 },
      { query: '面团发酵', best: 1 },
      { query: '灯塔的看守人', best: 2 },
      { query: '蜜蜂跳舞', best: 3 },
      { query: '书籍印刷术', best: 4 },
      { query: '冰川与山谷', best: 5 },
    ],
  },
  {
    language: 'ar',
    paragraphs: [
      'القمر يجذب البحر فيرتفع المد وينخفض مرتين في اليوم.',
      'يترك الخباز العجين ليلة كاملة حتى ينضج الخبز ببطء.',
      'حارس المنارة يشعل المصباح كل مساء ويكتب حالة الطقس في دفتر.',
      'ترقص النحلة لتخبر رفيقاتها بمكان الزهور.',
      'جعلت المطبعة الكتب رخيصة وصبت الحروف من الرصاص.',
      'تحفر الأنهار الجليدية الوديان وهي تتحرك فوق الصخور.',
    ],
    cases: [
      { query: 'القمر والبحر', best: 0 },
      { query: 'عجين الخباز', best: 1 },
      { query: 'مصباح المنارة', best: 2 },
      { query: 'النحلة والزهور', best: 3 },
      { query: 'حروف الرصاص', best: 4 },
      { query: 'الأنهار والصخور', best: 5 },
    ],
  },
];
