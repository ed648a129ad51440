import { foldText } from '@lectern/text';

/**
 * Question words and words that accompany them; no answer has them. Stop-word lists contain most others. By ISO 639-1.
 */
const words: Readonly<Record<string, string>> = {
  en:
    'what which who whom whose when where why how many much name names named called type kind sort year did does do ' +
    'cost costs tell explain describe please list give show',
  es:
    'qué cuál cuáles quién quiénes cuándo dónde adónde cómo cuánto cuántos cuántas cuánta nombre nombra tipo tipos ' +
    'llama llaman llamaba llamó clase año cuesta cuestan porcentaje',
  fr:
    'que quel quelle quels quelles qui quand où comment combien pourquoi quoi lequel laquelle lesquels est-ce nom ' +
    'type sorte année appelle appelait nomme coute coutent',
  de:
    'wer wen wem wessen was wann wo wohin woher wie viele viel lange oft welche welcher welches welchem welchen warum ' +
    'weshalb wieso womit wofür wodurch worauf woran worin woraus wozu wovon name namen heißt hieß heißen lautet nennt ' +
    'nennen nannte genannt art jahr jahren prozentsatz kostet kosten',
  it: 'chi cosa che quale quali quando dove come quanto quanta quanti quante perché nome tipo anno chiama costa',
  pt: 'que qual quais quem quando onde como quanto quanta quantos quantas por quê nome tipo ano chama chamava custa',
  ca: 'què quin quina quins quines qui quan on com quant quants quantes perquè nom tipus any diu costa',
  nl:
    'wie wat wanneer waar waarom hoe hoeveel welk welke waarmee waarvoor naam heet heette genoemd soort jaar kost ' +
    'lang vaak',
  pl:
    'kto kogo komu kim co czego czym kiedy gdzie dokąd skąd dlaczego czemu jak jaki jaka jakie jakich jakim który ' +
    'która które którym którego ile ilu nazwa nazywa nazywał rok roku czy',
  ru:
    'кто кого кому кем чей что чего чему чем когда где куда откуда почему зачем как какой какая какое какие каких ' +
    'каким какую каком какого который которая сколько скольких насколько имя название называется называется назывался ' +
    'называют зовут тип вид год году',
  uk:
    'хто кого кому ким що чого чому чим коли де куди звідки навіщо як який яка яке які яких яким якому скільки назва ' +
    'називається рік році',
  cs: 'kdo koho komu kým co čeho čím kdy kde kam odkud proč jak jaký jaká jaké jakých který která které kolik název rok',
  sv: 'vem vems vad när var vart varifrån varför hur många mycket vilken vilket vilka namn heter hette kallas typ år',
  da: 'hvem hvad hvornår hvor hvorfra hvorfor hvordan mange meget hvilken hvilket hvilke navn hedder hed kaldes slags år',
  no: 'hvem hva når hvor hvorfra hvorfor hvordan mange mye hvilken hvilket hvilke navn heter het kalles type år',
  fi: 'kuka kenen ketä mikä mitä minkä milloin koska missä mihin mistä miksi miten kuinka monta paljon mitkä nimi vuonna',
  ro: 'cine cui ce care când unde de cum cât câtă câți câte numele numește tip an anul',
  hu: 'ki kit kinek kik mi mit mikor hol hova honnan miért hogyan hány mennyi melyik milyen neve hívják évben',
  el: 'ποιος ποια ποιο ποιοι ποιον τι πότε πού γιατί πώς πόσο πόσα πόσες πόσοι όνομα ονομάζεται έτος',
  tr: 'kim kimin kime ne neyi neden niçin niye nasıl nerede nereye nereden kaç hangi hangisi adı isim yıl yılda mı mi',
  id: 'siapa apa kapan di mana dimana kemana mengapa kenapa bagaimana berapa yang manakah apakah nama jenis tahun',
  vi: 'ai gì khi nào ở đâu tại sao vì thế bao nhiêu mấy như tên loại năm',
  he: 'מי מה מתי איפה היכן לאן מאין למה מדוע איך כיצד כמה איזה איזו אילו שם סוג שנה',
  fa: 'چه چی کی کجا چرا چگونه چطور چند کدام کیست چیست نام نوع سال آیا',
  ar:
    'ما ماذا من لمن متى أين كيف لماذا لم كم أي أية أيا ماهي ماهو هل بماذا عما مما بكم مقدار عدد اسم أسماء يسمى تسمى ' +
    'سمي نوع أنواع عام سنة العام السنة يدعى',
  hi:
    'क्या कौन कौनसा किस किसने किसे किसको किसका किसकी किसके किन किन्होंने कब कहाँ कहां क्यों कैसे कैसा कैसी कितना ' +
    'कितने कितनी कितनों नाम प्रकार वर्ष साल सा सी से',
};

/**
 * In scripts without spaces, or languages with attached endings: any word that contains one of these is a question
 * word.
 */
const parts: Readonly<Record<string, RegExp>> = {
  zh: /什么|甚么|哪|谁|怎|几|多少|如何|为何|何[时地处人]|多[长大久远高快重深宽]|^(?:叫|名字|名称|种|年|位|样)$/u,
  ja: /何|誰|どこ|いつ|なぜ|どう|どの|どれ|どんな|いくつ|いくら|^(?:名前|種類|年)$/u,
  // With prefixes: "in which", "so how many", "for this".
  ar: /^[وفبلك]+(?:اي|ايه|كم|ماذا|متي|اين|كيف|من|ما|هذ[اه]|ذلك|تلك)$|^(?:ال)?(?:شيء|شيي|شخصيه)$/u,
  ko: /언제|어디|누구|누가|무엇|무슨|어떤|어느|얼마|^몇|^왜|어떻게|이름|종류/u,
};

const sets = new Map(Object.entries(words).map(([language, list]) => [language, new Set(foldText(list).split(' '))]));
const english = sets.get('en');
/** A question of a few words may be mistaken for another language, so question words of the major ones always match. */
const everywhere = new Set(['en', 'es', 'fr', 'de'].flatMap((language) => [...(sets.get(language) ?? [])]));

/** @param language ISO 639-1 of the question */
export function isAsking(folded: string, language: string): boolean {
  if (parts[language]?.test(folded)) return true;
  const own = sets.get(language);
  return own ? own.has(folded) || (own !== english && everywhere.has(folded)) : everywhere.has(folded);
}
