import { foldText } from '@lectern/text';

/** Cardinals from 0, folded, in order; by ISO 639-1. */
const cardinals: Readonly<Record<string, string>> = {
  en: 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
  es: 'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte',
  de: 'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig',
  fr: 'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt',
  it: 'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti',
  pt: 'zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove vinte',
  nl: 'nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien twintig',
  ar: 'صفر واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة',
};
/** Ordinals from 1, folded, in order. Alternative forms are separated by `/`. */
const ordinals: Readonly<Record<string, string>> = {
  en: 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth',
  es: 'primero/primera/primer segundo/segunda tercero/tercera/tercer cuarto/cuarta quinto/quinta sexto/sexta séptimo/séptima octavo/octava noveno/novena décimo/décima',
  de: 'erste/ersten/erster/erstes/erstem zweite/zweiten/zweiter/zweites/zweitem dritte/dritten/dritter/drittes/drittem vierte/vierten/vierter/viertes/viertem fünfte/fünften/fünfter sechste/sechsten/sechster siebte/siebten/siebter achte/achten/achter neunte/neunten/neunter zehnte/zehnten/zehnter',
  fr: 'premier/première deuxième/second/seconde troisième quatrième cinquième sixième septième huitième neuvième dixième',
  it: 'primo/prima secondo/seconda terzo/terza quarto/quarta quinto/quinta sesto/sesta settimo/settima ottavo/ottava nono/nona decimo/decima',
  pt: 'primeiro/primeira segundo/segunda terceiro/terceira quarto/quarta quinto/quinta sexto/sexta sétimo/sétima oitavo/oitava nono/nona décimo/décima',
  ar: 'الأول/الأولى/أول الثاني/الثانية/ثاني الثالث/الثالثة/ثالث الرابع/الرابعة/رابع الخامس/الخامسة/خامس السادس/السادسة السابع/السابعة الثامن/الثامنة التاسع/التاسعة العاشر/العاشرة',
};
const han = new Map([...'零一二三四五六七八九'].map((digit, value) => [digit, value]));
const hanNumeral = /^第?([零〇一二两三四五六七八九十百]{1,5})$/u;
const roman = /^(?=[IVXLC])(?:X[CL]|L?X{0,3})(?:I[XV]|V?I{0,3})$/;
const romanValues: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100 };

const tables = new Map<string, ReadonlyMap<string, number>>();

/** The value of a cardinal or ordinal written as a word; undefined for any other word. @param folded the word */
export function numeralIn(folded: string, language: string): number | undefined {
  const inHan = hanNumeral.exec(folded)?.[1];
  if (inHan !== undefined) return hanValue(inHan);
  return numeralTable(language).get(folded);
}

/** The value of a Roman numeral in capitals; undefined for any other word. */
export function romanIn(text: string): number | undefined {
  if (!roman.test(text)) return undefined;
  const values = [...text].map((letter) => romanValues[letter] ?? 0);
  return values.reduce((sum, value, at) => (value < (values[at + 1] ?? 0) ? sum - value : sum + value), 0);
}

function numeralTable(language: string): ReadonlyMap<string, number> {
  const known = tables.get(language);
  if (known) return known;
  const table = new Map<string, number>();
  for (const [list, first] of [
    [ordinals[language], 1],
    [cardinals[language], 0],
  ] as const) {
    (list ?? '').split(' ').forEach((forms, at) => {
      for (const form of forms.split('/')) if (form !== '') table.set(foldText(form), at + first);
    });
  }
  tables.set(language, table);
  return table;
}

/** Up to 999. */
function hanValue(text: string): number | undefined {
  let [total, digit] = [0, 0];
  for (const sign of text.replace(/〇/g, '零').replace(/两/g, '二')) {
    const value = han.get(sign);
    if (value !== undefined) digit = digit * 10 + value;
    else {
      total += (digit || 1) * (sign === '百' ? 100 : 10);
      digit = 0;
    }
  }
  return total + digit;
}
